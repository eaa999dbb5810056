"""The faces on the socket: bytes in, typed requests to the Service, bytes out.

What it does not: know how an answer is computed (it sees `service.Service` only), render text for
a terminal, or decide where the socket is. `lctx.wire` is the one module of the client it shares.
"""
