# ruff: noqa: RUF001  (sentences of many scripts: letters that look Latin are meant)
"""What people type, and what they want, in other languages: `language | sentence`, ISO 639-1.

Tests: tests/core/intent/test_labelled.py
"""

from __future__ import annotations

from typing import Final

from lean_ctx_daemon.core.types import TaskType

WORLD: Final[dict[TaskType, str]] = {
    TaskType.FIX_BUG: """
zh | 修复 entropy.rs 中的 NaN 错误
zh | 登录页面点击按钮后崩溃
zh | 为什么用户注销后会话没有清除？请解决
zh | 上传大文件时内存泄漏，帮我修一下
zh | 接口返回500错误，排查一下原因
hi | लॉगिन में बग ठीक करो
hi | पासवर्ड रीसेट काम नहीं कर रहा है, इसे ठीक करें
hi | entropy.rs में NaN त्रुटि को सुधारें
es | arregla el error de autenticación en login.ts
es | la aplicación se cuelga al abrir un archivo vacío
es | corregir el cálculo del IVA en facturas
es | no funciona el botón de pagar
de | behebe den Fehler in der Anmeldung
de | Die App stürzt ab, wenn die Liste leer ist
de | Speicherleck im Cache beheben
de | Umlaute werden im Export falsch dargestellt
fr | corrige le bug de connexion dans auth.py
fr | l'application plante quand le fichier est vide
fr | réparer la pagination qui ne marche plus
fr | erreur 500 lors de l'envoi du formulaire
ja | ログイン時のバグを修正してください
ja | entropy.rs の NaN エラーを直して
ja | アップロードすると落ちる
pt | corrija o erro de login no auth.ts
pt | o app trava quando a lista está vazia
pt | consertar vazamento de memória no worker
ru | исправь ошибку авторизации в login.py
ru | приложение падает при пустом списке
ru | почини сломанную пагинацию
ko | 로그인 버그를 수정해줘
ko | 파일 업로드할 때 오류가 발생해요
ar | أصلح خطأ تسجيل الدخول في auth.py
ar | التطبيق يتعطل عند فتح ملف فارغ
it | correggi il bug nel login
it | l'app va in crash quando la lista è vuota
tr | giriş hatasını düzelt
tr | uygulama boş dosyada çöküyor
nl | los de bug in de inlogpagina op
pl | napraw błąd logowania w auth.py
uk | виправ помилку входу
vi | sửa lỗi đăng nhập
id | perbaiki bug login di auth.js
""",
    TaskType.GENERATE: """
zh | 给设置页面添加深色模式
zh | 实现一个导出 PDF 的接口
zh | 帮我写一个合并区间的函数
zh | 新增用户头像上传功能
hi | सेटिंग्स पेज में डार्क मोड जोड़ें
hi | एक नया API endpoint बनाओ जो PDF export करे
es | agrega modo oscuro a la página de ajustes
es | crear un endpoint para exportar facturas
es | implementa la subida de avatares
de | füge einen Dunkelmodus hinzu
de | Erstelle einen Endpunkt für den Export von Rechnungen
de | Unterstützung für S3 als Speicher einbauen
fr | ajoute un mode sombre à la page des paramètres
fr | créer une fonction qui fusionne les intervalles
fr | implémenter la pagination dans l'API
ja | 設定画面にダークモードを追加して
ja | CSVエクスポート機能を実装する
ja | 新しいAPIエンドポイントを作ってください
pt | adicione modo escuro à página de configurações
pt | crie um endpoint para exportar notas fiscais
ru | добавь тёмную тему в настройки
ru | реализуй экспорт в CSV
ko | 설정 페이지에 다크 모드를 추가해줘
ko | CSV 내보내기 기능 구현
ar | أضف الوضع الداكن إلى صفحة الإعدادات
it | aggiungi la modalità scura alle impostazioni
it | crea una funzione che unisce gli intervalli
tr | ayarlar sayfasına karanlık mod ekle
nl | voeg een exportfunctie toe aan de facturen
pl | dodaj tryb ciemny do ustawień
vi | thêm chế độ tối vào trang cài đặt
""",
    TaskType.EXPLORE: """
zh | 解释一下认证中间件是怎么工作的
zh | 重试逻辑在哪里实现的？
zh | 这个项目的整体架构是什么
hi | auth middleware कैसे काम करता है?
hi | यह कोड समझाओ
es | ¿cómo funciona el middleware de autenticación?
es | explícame la arquitectura del proyecto
es | dónde se define la clase Session
de | Wie funktioniert die Authentifizierung?
de | wo wird das Session-Cookie gesetzt
de | erkläre mir den Aufbau des Projekts
fr | comment fonctionne le cache ?
fr | explique-moi la structure du projet
fr | où est défini le modèle User
ja | 認証ミドルウェアはどう動いていますか
ja | リトライ処理はどこにありますか？
ja | このプロジェクトの構成を説明して
pt | como funciona o middleware de autenticação?
pt | onde a sessão é criada
ru | как работает кэширование?
ru | где определён класс Session
ko | 인증 미들웨어는 어떻게 동작하나요?
ko | 이 프로젝트 구조를 설명해줘
ar | كيف يعمل نظام المصادقة؟
it | come funziona la cache?
it | spiegami l'architettura del progetto
tr | önbellek nasıl çalışıyor?
nl | hoe werkt de authenticatie?
pl | jak działa cache?
""",
    TaskType.REFACTOR: """
zh | 重构用户服务模块
zh | 把验证逻辑提取到单独的文件
zh | 优化查询性能
zh | 清理无用代码
hi | इस मॉड्यूल को रीफैक्टर करो
hi | कोड को सरल बनाओ
es | refactoriza el servicio de usuarios
es | renombra getUser a fetchUser
es | elimina el código muerto
de | Refaktoriere den UserService
de | benenne getUser in fetchUser um
de | toten Code entfernen
fr | refactorise le service utilisateur
fr | renommer getUser en fetchUser
fr | simplifie la fonction process_order
ja | ユーザーサービスをリファクタリングして
ja | 重複したコードを整理する
pt | refatore o serviço de usuários
pt | remova código morto do utils.py
ru | отрефактори сервис пользователей
ru | переименуй getUser в fetchUser
ko | 사용자 서비스를 리팩토링해줘
ar | أعد هيكلة خدمة المستخدمين
it | rifattorizza il servizio utenti
tr | kullanıcı servisini yeniden düzenle
pl | zrefaktoruj moduł płatności
""",
    TaskType.TEST: """
zh | 为购物车模块编写单元测试
zh | 提高测试覆盖率
zh | 给 parser 加测试
hi | cart.py के लिए यूनिट टेस्ट लिखो
es | escribe pruebas unitarias para el carrito
es | añade tests a la clase Parser
de | schreibe Unit-Tests für den Warenkorb
de | Testabdeckung erhöhen
fr | écris des tests unitaires pour le panier
fr | ajouter des tests d'intégration
ja | カートのユニットテストを書いて
ja | テストカバレッジを上げたい
pt | escreva testes unitários para o carrinho
pt | adicionar testes ao parser
ru | напиши тесты для корзины
ko | 장바구니 단위 테스트를 작성해줘
ar | اكتب اختبارات وحدة لسلة التسوق
it | scrivi i test unitari per il carrello
tr | sepet için birim testleri yaz
pl | napisz testy jednostkowe dla koszyka
""",
    TaskType.REVIEW: """
zh | 审查一下我的改动
zh | 帮我做代码评审
hi | मेरे कोड की समीक्षा करो
es | revisa mis cambios en auth.py
es | auditoría de seguridad del módulo de pagos
de | überprüfe meine Änderungen
de | Code-Review für den letzten Commit
fr | relis mes modifications
fr | audit de sécurité du module de paiement
ja | このコードをレビューして
ja | 変更内容に問題がないか確認してください
pt | revise minhas alterações
ru | сделай ревью моих изменений
ru | проверь код на уязвимости
ko | 내 변경 사항을 리뷰해줘
ar | راجع تغييراتي في auth.py
it | revisiona le mie modifiche
tr | değişikliklerimi incele
""",
    TaskType.CONFIG: """
zh | 配置 eslint 和 prettier
zh | 升级依赖到最新版本
zh | 修改默认端口为 8080
hi | eslint को कॉन्फ़िगर करो
es | configura eslint y prettier
es | actualiza las dependencias
de | ESLint und Prettier einrichten
de | Abhängigkeiten aktualisieren
fr | configurer eslint et prettier
fr | mets à jour les dépendances
ja | eslint の設定をして
ja | 依存パッケージを更新して
pt | configure o eslint
pt | atualizar as dependências
ru | настрой eslint
ru | обнови зависимости
ko | eslint 설정해줘
ko | 의존성 업데이트
ar | قم بإعداد eslint
it | aggiorna le dipendenze
tr | bağımlılıkları güncelle
""",
    TaskType.DEPLOY: """
zh | 部署到生产环境
zh | 发布新版本
hi | इसे production पर deploy करो
es | despliega la aplicación en producción
es | publicar la versión 2.0
de | auf Staging deployen
de | neue Version veröffentlichen
fr | déployer en production
fr | publier la version 2.0
ja | 本番環境にデプロイして
ja | 新しいバージョンをリリースする
pt | faça o deploy para produção
ru | задеплой на прод
ru | выпусти новую версию
ko | 프로덕션에 배포해줘
ar | انشر التطبيق على الخادم
it | distribuisci in produzione
tr | uygulamayı canlıya al
""",
    TaskType.DOCUMENT: """
zh | 为公共 API 编写文档
zh | 更新 README
zh | 给这个函数加注释
hi | README अपडेट करो
hi | इस API का दस्तावेज़ लिखो
es | documenta la API pública
es | actualiza el README
de | Dokumentiere die öffentliche API
de | README aktualisieren
fr | documente l'API publique
fr | ajouter des docstrings à storage.py
ja | 公開APIのドキュメントを書いて
ja | READMEを更新する
pt | documente a API pública
ru | напиши документацию к API
ru | обнови README
ko | API 문서를 작성해줘
ar | وثّق واجهة البرمجة العامة
it | documenta le API pubbliche
tr | API için dokümantasyon yaz
""",
}
