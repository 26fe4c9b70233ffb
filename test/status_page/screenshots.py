#!/usr/bin/env python3
"""Makes the pictures of the status page in docs/images, from what `status_page_day STATES` has written. It
needs Chromium, pngquant, which makes the pictures small, and the font Inter (fonts-inter).

usage: screenshots.py STATES [IMAGES]
"""
import json
import pathlib
import subprocess
import sys

from browser import Browser, find_browser
from served import Program

IMAGES = pathlib.Path(__file__).resolve().parents[2] / "docs/images"
# The name of a picture, and its state, the fragment of its URL, width, height (0: the whole page), whether it
# is dark, and how many dots a pixel has.
PICTURES = {
    **{
        name: (name, "", 1200, 800, False, 1)
        for name in ("fresh", "syncing", "failing", "slow-handler", "forbidden", "restored")
    },
    "day": ("day", "#day", 1200, 0, False, 1),
    "day-dark": ("day", "#day", 1200, 0, True, 1),
    "phone": ("day", "#day", 360, 1200, False, 1.5),
    "phone-dark": ("forbidden", "", 360, 1200, True, 1.5),
}
# Types a time, as somebody would who was woken by an alert of that time.
TYPE_TIME = """(() => { const box = document.querySelector('input[type=time]');
    box.value = '03:12'; box.dispatchEvent(new Event('change')); })()"""


def main(states, images=IMAGES):
    images = pathlib.Path(images)
    images.mkdir(parents=True, exist_ok=True)
    with Program() as program, Browser(find_browser()) as browser:
        for name, (state, fragment, width, height, dark, density) in PICTURES.items():
            program.answer = json.loads((pathlib.Path(states) / f"{state}.json").read_text())
            tab = browser.open(program.url + fragment, width, height or 900, dark, density)
            tab.wait_for("document.querySelector('#collections')", "the table of collections")
            # The port of the server that makes the pictures is another one each time.
            tab.evaluate("header = (old => view => JSON.parse(JSON.stringify(old(view))"
                         ".replace(location.host, 'shop-router:9090')))(header), schedule()")
            if fragment and not height:
                tab.evaluate(TYPE_TIME)
            if fragment and height:
                tab.evaluate("document.querySelector('#over-time').scrollIntoView()")
            tab.evaluate("new Promise(done => setTimeout(done, 300))")
            path = images / f"status-page-{name}.png"
            tab.screenshot(path, whole=not height)
            browser.close_tabs()
            subprocess.run(["pngquant", "--force", "--speed", "1", "--output", path, "64", path], check=True)
            print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
