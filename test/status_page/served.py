"""Serves the page and its status.json over loopback, below a path prefix, as a program behind a proxy."""
import base64
import hashlib
import http.server
import json
import pathlib
import re
import threading

PAGE = pathlib.Path(__file__).resolve().parents[2] / "lib/status_page/page"


def assembled_page():
    """Returns the page as one document, and its headers: nearly as the build embeds it."""
    page = (PAGE / "page.html").read_text()
    hashes = {"style": [], "script": []}

    def inlined(kind, name):
        text = "\n" + (PAGE / name).read_text()
        hashes[kind].append(base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())
        return f"<{kind}>{text}</{kind}>"

    page = re.sub(r'<link rel="stylesheet" href="(.*?)">', lambda m: inlined("style", m[1]), page)
    page = re.sub(r'<script src="(.*?)"></script>', lambda m: inlined("script", m[1]), page)
    sources = {kind: " ".join(f"'sha256-{one}'" for one in all_) for kind, all_ in hashes.items()}
    policy = (
        f"default-src 'none'; style-src {sources['style']}; script-src {sources['script']}; "
        "connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    return page, {"Content-Security-Policy": policy}


class Program:
    """A stand-in for a program with a status page. `answer` is its status.json; if it is None, it hangs up.
    """
    def __init__(self, page=None, headers=None):
        self.page, self.headers = (page, headers) if page else assembled_page()
        self.answer, self.status, self.asked = None, 200, 0
        program = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = self.path.split("?")[0]
                if path == "/behind/a/proxy/":
                    self.send(200, "text/html; charset=utf-8", program.page.encode())
                elif path == "/behind/a/proxy/status.json":
                    program.asked += 1
                    if program.answer is None:
                        self.close_connection = True
                        return
                    self.send(program.status, "application/json", json.dumps(program.answer).encode())
                else:
                    program.astray.append(path)
                    self.send(404, "text/plain", b"")

            def send(self, status, kind, body):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                for name, value in program.headers.items():
                    self.send_header(name, value)
                try:
                    self.end_headers()
                    self.wfile.write(body)
                except ConnectionError:
                    pass  # the tab was closed

            def log_message(self, *_):
                pass

        self.astray = []  # paths that the page should not have asked for
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/behind/a/proxy/"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
