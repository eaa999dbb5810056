"""Questions: words that ask for knowledge, or for a judgement, and words around the action.

Tests: tests/core/intent/lexicon/test_tables.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ASKS: Final[Mapping[str, str]] = {
    "en": "how, how does, how do, how is, how are, how to, how can, where, where is, where are, "
    "where does, what, what is, what does, what happens, what are, whats, which, who, who uses, "
    "whose, why is, when does, is there, are there, i want to understand, do we have, "
    "do we already, wheres, hows",
    "zh": "怎么, 如何, 哪里, 在哪, 什么, 是什么, 哪个, 哪些, 怎麼, 哪裡, 什麼",
    "ja": "どう, どのように, どこ, 何, なに, どれ, どうやって, どんな, ですか, ますか",
    "ko": "어떻게, 어디, 무엇, 뭐, 어느, 어떤",
    "hi": "कैसे, कहाँ, कहां, क्या है, कौन*, क्या होता*",
    "bn": "কীভাবে, কিভাবে, কোথায়, কী",
    "ur": "کیسے, کہاں, کیا",
    "es": "como funciona*, como se, como, donde, que hace, que es, cual, cuales, por que, quien, "
    "cuando",
    "pt": "como funciona*, como, onde, o que faz, o que e, qual, quais, quem",
    "fr": "comment fonctionn*, comment marche*, comment est, comment sont, comment se, "
    "comment on, ou est, ou sont, ou se, qu est ce, quel, quelle, quels, quelles, que fait, "
    "a quoi sert",
    "it": "come funziona*, come viene, come si, dove, cosa fa, che cosa, cosa, quale, quali, chi",
    "de": "wie, wo, was, welche*, wer, woher, wofur",
    "nl": "hoe, waar, wat, welke, wie",
    "sv": "hur, var ar, vad, vilken, vilka",
    "da": "hvordan, hvor er, hvad",
    "pl": "jak dziala*, jak, gdzie, co robi, co to, ktory, ktora, kto",
    "cs": "jak, kde, ktery",
    "ru": "как работа*, как, где, что делает, что такое, какой, какие, какая, кто",
    "uk": "як працю*, як, де, що робить, який, які, хто",
    "tr": "nasil, nerede, nereden, ne yapiyor, hangi, kim, ne ise",
    "ar": "كيف, اين, ماذا, ما هو, ما هي, من يستخدم, متى",
    "he": "איך, איפה, מה",
    "fa": "چگونه, چطور, کجا, چیست, کدام",
    "vi": "nhu the nao, the nao, o dau, la gi, lam sao",
    "id": "bagaimana, di mana, dimana, apa itu, apa, siapa",
    "th": "อย่างไร, ยังไง, ที่ไหน, อะไร",
    "el": "πως, που ειναι, τι κανει, ποιο",
    "ro": "cum functioneaza, cum, unde, care",
    "hu": "hogyan, hol, mi az, melyik",
}

WHYS: Final[Mapping[str, str]] = {
    "en": "why, why do we, why is",
    "zh": "为什么, 為什麼",
    "ja": "なぜ",
    "ko": "왜",
    "hi": "क्यों",
    "bn": "কেন",
    "ur": "کیوں",
    "es": "por que",
    "pt": "por que, porque",
    "fr": "pourquoi",
    "it": "perche",
    "de": "warum, wieso, weshalb",
    "nl": "waarom",
    "sv": "varfor",
    "da": "hvorfor",
    "pl": "dlaczego",
    "cs": "proc",
    "ru": "почему, зачем",
    "uk": "чому",
    "tr": "neden, nicin",
    "ar": "لماذا",
    "he": "למה, מדוע",
    "fa": "چرا",
    "vi": "tai sao",
    "id": "mengapa, kenapa",
    "th": "ทำไม",
    "el": "γιατι",
    "ro": "de ce",
    "hu": "miert",
}

# English yes-no questions about code at hand ask for a judgement.
JUDGEMENTS: Final[Mapping[str, str]] = {
    "en": "is this, is it, is my, are these, are my, are there any, does this, does it, does my, "
    "do these, any issues, any problems, any concerns, any feedback, any smells, should i, "
    "should we, could this, what could go wrong, what do you think, would this, is the, are the, "
    "thoughts on, opinion on, whats wrong with my, can this",
    "zh": "有没有问题, 是否安全, 有什么问题, 是否正确",
    "ja": "問題ないか, 問題がないか, 問題ありませんか",
    "ko": "문제가 없는지, 괜찮은지",
    "es": "es seguro, hay algun problema",
    "fr": "est ce que c est sur, y a t il un probleme",
    "de": "ist das sicher, gibt es probleme",
}

LEADS: Final[Mapping[str, str]] = {
    "en": "please, pls, plz, can you, could you, would you, can we, could we, you, we, i, "
    "id like to, want to, i want to, i want you to, we want to, i need to, need to, we need to, "
    "you need to, lets, let us, help me, help, hi, hello, hey, kindly, now, then, also, just, "
    "go ahead and, i would like to, i would like you to, try to, should, we should, you should, "
    "have to, must, to, and, ok, okay, so, quickly, first, next, next step, finally, the, a, an, "
    "my, our, important, todo, wip, task, issue, small, trivial, some, more, proper, initial, "
    "basic, simple, automatically, actually, only, always, im trying to, im, trying to, time to, "
    "its time to, good morning, thanks, everyone, team, claude, agent",
    "zh": "请, 帮我, 请帮我, 麻烦, 我想, 我要, 需要, 給, 給我, 把, 給設",
    "es": "por favor, puedes, podrias, quiero, necesito, hay que, hola, el, la, los, las, un, una",
    "pt": "por favor, voce pode, pode, quero, preciso, ola, o, a, os, as, um, uma",
    "fr": "s il te plait, s il vous plait, stp, svp, peux tu, pouvez vous, je veux, je voudrais, "
    "il faut, bonjour, le, la, les, un, une, l",
    "it": "per favore, puoi, potresti, voglio, vorrei, ciao, il, la, lo, i, gli, le, un, una",
    "de": "bitte, kannst du, konnten sie, konntest du, ich mochte, wir mussen, hallo, der, die, "
    "das, den, ein, eine, mal, ich",
    "nl": "graag, alsjeblieft, kun je, kunt u, de, het, een",
    "pl": "prosze, czy mozesz, chce, trzeba",
    "ru": "пожалуйста, можешь, нужно, надо, хочу, привет, давай",
    "uk": "будь ласка, можеш, потрібно, треба",
    "tr": "lutfen, bana",
    "ar": "من فضلك, رجاء, اريد, قم, يرجى",
    "hi": "कृपया, मुझे, प्लीज",
    "vi": "hay, vui long, giup toi, lam on",
    "id": "tolong, mohon, bisa, harap",
}

# Where the object of a verb ends, and its circumstances begin.
LINKS: Final[Mapping[str, str]] = {
    "en": "for, to, in, of, with, from, into, on, by, when, that, so, which, if, at, because, "
    "about, via, against, before, after, while, without, where, using, between, under, over, "
    "during, who",
    "es": "para, en, con, cuando, desde, sobre",
    "pt": "para, em, no, na, com, quando",
    "fr": "pour, dans, avec, quand, lorsque, sur, dans le",
    "it": "per, nel, nella, con, quando, su",
    "de": "fur, im, mit, wenn, zum, zur, aus",
    "nl": "voor, met, wanneer, aan",
    "ru": "для, когда, при, если",
    "uk": "для, коли, при, якщо",
    "pl": "dla, gdy, kiedy",
    "ar": "الى, في, من, على, عند, عندما",
}
