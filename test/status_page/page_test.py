#!/usr/bin/env python3
"""Looks at the status page in a headless Chromium, as a person would: what does it say about a program that
is well, or ill in one of several ways? It is skipped where there is no Chromium.

usage: page_test.py [DIRECTORY]

If a directory is given, `status_page_day` has written it: the page and its headers as they are embedded, and
what a program says in several situations.
"""
import copy
import json
import pathlib
import re
import sys
import time
import traceback

import states
from browser import Browser, find_browser
from served import Program

SHOWN = "document.querySelector('#collections') !== null && !drawingIsDue"
LANES = "document.querySelectorAll('.lane svg')"
# Returns the texts whose contrast is below what WCAG 2.1 asks for (AA), with their contrast.
FAINT_TEXTS = """(() => {
    const parsed = text => text.match(/[\\d.]+/g).map(Number);
    const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    const light = color => color.slice(0, 3).map(v => linear(v / 255))
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
    const ground = node => {
        for (; node; node = node.parentElement) {
            const color = parsed(getComputedStyle(node).backgroundColor);
            if (color.length === 3 || color[3] > 0) return color;
        }
        return [255, 255, 255];
    };
    const faint = [];
    for (const node of document.querySelectorAll('#page *')) {
        if (![...node.childNodes].some(child => child.nodeType === 3 && child.data.trim())) continue;
        const style = getComputedStyle(node), isSvg = node.namespaceURI.endsWith('svg');
        const lights = [light(parsed(isSvg ? style.fill : style.color)), light(ground(node))];
        const contrast = (Math.max(...lights) + .05) / (Math.min(...lights) + .05);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
        if (contrast < (isLarge ? 3 : 4.5)) faint.push(`${contrast.toFixed(2)}: ${node.textContent}`);
    }
    return faint;
})()"""


def opened(browser, program, state, fragment="", **how):
    """Opens the page of a program in this state, and waits until the page shows it."""
    program.answer, program.status = state, 200
    tab = browser.open(program.url + fragment, **how)
    tab.wait_for(SHOWN, "the table of the collections")
    return tab


def wait_for_questions(program, count):
    """Waits until the page has asked the program `count` more times."""
    wanted, end = program.asked + count, time.monotonic() + 20
    while program.asked < wanted:
        assert time.monotonic() < end, "the page has stopped to ask the program"
        time.sleep(0.05)


def demand(text, *wanted):
    """Fails if one of the wanted texts is not in `text`. Breaks of lines count as spaces."""
    plain = " ".join(text.split())
    for one in wanted:
        assert one in plain, f"the page does not say {one!r}. It says: {plain}"


def a_fresh_program(browser, program):
    tab = opened(browser, program, states.fresh())
    demand(tab.text("#verdict"), "Fresh All 3 collections are fresh; the oldest proof is 12 s old.")
    assert tab.evaluate("document.title") == "Fresh · coinformer"
    demand(tab.text(".answers"), "Oldest proof 12 s ago nodes",
           "Slowest handler router pods: 3 changes waiting",
           "Most memory pods 48.1 MB 118 MB in the whole process",
           "Most API requests patch deployments 412 in the last ten minutes, 8,119 requests since the start")
    demand(tab.text("[aria-labelledby=collections]"),
           "pods v1, everywhere watching 12,408 48.1 MB 1 s ago 3.2 s ago 48211973",
           "deployments apps/v1, in shop, checkout",
           "paged the server does not stream lists (WatchList is off)")
    demand(tab.text("[aria-labelledby=collections]"),
           "Warm start: 12,390 objects restored, snapshot of 12,407 objects (9.12 MB) saved 41 s ago. "
           "Audit: 2 min 10 s ago, equal to the server's 12,406 objects")
    assert tab.evaluate("document.querySelectorAll('.spark path').length") == 3
    demand(tab.text(".plots"), "Events a second", "Lag from the server to the handlers", "10 ms", "6 kB/s",
           "19:16", "modified 4.")
    demand(tab.text(".tables"), "Slowest handlers", "1,204,331", "Requests to the API server", "912 MB",
           "Most changed objects", "shop/search-0", "Work queues",
           "shop/checkout: worked on for 2 s", "shop/cart: waits for", "Controllers", "Leases", "this process leads")
    demand(tab.text(".happened"), "Nothing but watching: no list, no failure.")


def a_syncing_program(browser, program):
    tab = opened(browser, program, states.syncing())
    demand(tab.text("#verdict"), "Not ready yet 1 of 3 collections is not synced yet.",
           "5,500 of about 12,400 objects")
    demand(tab.text(".answers"), "Oldest proof none yet pods")
    demand(tab.text("[aria-labelledby=collections]"), "reading 5,500 of about 12,400 read")
    assert "Memory" not in tab.text(
        "[aria-labelledby=collections] thead"), "a column without any value is shown"
    assert "Leases" not in tab.text(".tables") and "Work queues" not in tab.text(
        ".tables"), "an empty table is shown"
    demand(tab.text(".lane"), "first list, for 5 s so far")


def a_failing_program(browser, program):
    tab = opened(browser, program, states.failing())
    demand(tab.text("#verdict"), "Stale No collection is fresh",
           "pods: failing for 3 min: connect to https://10.0.0.1:6443")
    demand(tab.text("[aria-labelledby=collections]"), "waiting",
           "Failing for 3 min 8 s: connect to https://10.0.0.1:6443: Connection refused")
    demand(
        tab.text(".happened"), "pods, deployments, nodes",
        "waits after a failure, for 3 min 8 s so far: connect to https://10.0.0.1:6443: Connection refused")
    demand(tab.text(".legend"), "back-off: waits after a failure")
    # Where nothing was recorded, the line ends: it does not go on at zero, or at the last value.
    end = tab.evaluate(
        "Math.max(...document.querySelector('.plot path').getAttribute('d').match(/[\\d.]+ /g))")
    assert end < 0.75 * tab.evaluate("document.querySelector('.plot > svg').clientWidth"), end
    assert tab.evaluate("document.querySelectorAll('.verdict.bad').length") == 1

    state = states.failing()  # in the first minutes the program is ready all the same, and tells no reasons
    state["verdict"].update(ready=True, stale=False, reasons=[])
    tab = opened(browser, program, state)
    demand(tab.text("#verdict"), "Failing, but still fresh",
           "pods: failing for 3 min 8 s: connect to https://10.0.0.1:6443: Connection refused")


def a_slow_handler(browser, program):
    tab = opened(browser, program, states.slow())
    demand(tab.text("#verdict"), "Fresh, but a handler is behind All 3 collections are fresh",
           "pods: the handler router is behind: 18,211 changes waiting, the oldest for 42 s")
    demand(tab.text(".answers"), "Slowest handler router pods: 18,211 changes waiting, the oldest for 42 s")
    demand(tab.text("[aria-labelledby=handlers] tbody tr"), "router pods 18,211 42 s 12.1 ms")
    demand(tab.text(".plots"), "15,000 20,000", "router 18,211")


def a_program_without_safeguards(browser, program):
    tab = opened(browser, program, states.at_risk())
    demand(tab.text("[aria-labelledby=collections]"),
           "A snapshot could not be saved: No space left on device; snapshot of 12,407 objects (9.12 MB) saved",
           "Audit: 2 min 10 s ago, 3 of the server's 12,406 objects differed",
           "Audit: none yet; the last one compared nothing: connection went silent")


def a_forbidden_collection(browser, program):
    tab = opened(browser, program, states.forbidden())
    demand(tab.text("#verdict"), "Not ready 1 of 3 collections cannot be read.", states.FORBIDDEN)
    # What is wrong comes first.
    demand(tab.text("[aria-labelledby=collections] tbody tr"), "deployments", "waiting not synced yet")
    demand(tab.text("[aria-labelledby=collections] .more"), f"Failing for 4 min: {states.FORBIDDEN}")


def a_restored_server(browser, program):
    tab = opened(browser, program, states.restored())
    demand(tab.text("#verdict"), "Fresh")
    cause = "the server has an older version than this copy: it was restored from a backup"
    demand(tab.text("[aria-labelledby=collections]"), f"Listed again: 1 × {cause}")
    demand(tab.text(".happened"), f"listed again, for 4 s: {cause}",
           "waits after a failure, for 27 s: Connection refused")
    assert tab.evaluate("document.querySelectorAll('.lane .mark').length") == 3


def a_hostile_server(browser, program):
    tab = opened(browser, program, states.hostile())
    for place in ("#verdict", "[aria-labelledby=collections]", ".happened", ".plots", ".tables", ".lane"):
        demand(
            tab.text(place),
            '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script></script><b>bold</b>')
    assert tab.evaluate("document.querySelectorAll('#page img, #page script').length") == 0
    assert tab.evaluate("[...document.querySelectorAll('b')].every(b => b.textContent !== 'bold')")
    assert tab.evaluate("window.attacked === undefined")


def a_program_that_does_not_answer(browser, program):
    tab = opened(browser, program, states.fresh())
    program.answer = None
    said = "document.querySelector('#verdict').innerText"
    tab.wait_for(f"{said}.includes('No answer')", "the words that the program does not answer")
    demand(tab.text("#verdict"), "The program has not answered for",
           "it cannot be reached. The page tries again in", "old, from 19:22:59.", "Try now")
    assert re.search(r"What stands below is [0-9.]+ m?s old", tab.text("#verdict")), tab.text("#verdict")
    assert "Fresh" not in tab.text("#verdict"), "an old verdict is shown as if it were true"
    assert tab.evaluate("document.title") == "No answer · coinformer"
    assert tab.text("#said") == "No answer", "a screen reader is not told"
    program.answer, program.status = states.fresh(), 503
    tab.evaluate("document.querySelector('#verdict button').click()")
    tab.wait_for(f"{said}.includes('it answers 503 Service Unavailable')", "the status of the answer")
    program.status = 200
    tab.evaluate("document.querySelector('#verdict button').click()")
    tab.wait_for(f"{said}.includes('Fresh')", "the verdict, once the program answers again")


def a_program_that_stands_still(browser, program):
    tab = opened(browser, program, states.fresh())
    said = "document.querySelector('#verdict').innerText"
    tab.evaluate("view.came -= 60")  # as if the program had sent the same numbers for a minute
    tab.wait_for(f"{said}.includes('Standstill')", "the words that the program stands still")
    demand(tab.text("#verdict"), "The program has not looked at its informers for 1 min",
           "its answer is always the same. The page tries again in", "old, from 19:22:59.")
    assert "Fresh" not in tab.text("#verdict"), "an old verdict is shown as if it were true"
    program.answer = {**states.fresh(), "now": states.NOW + 60}
    tab.evaluate("document.querySelector('#verdict button').click()")
    tab.wait_for(f"{said}.includes('Fresh')", "the verdict, once the program looks again")


def a_phone(browser, program):
    for make in (*states.STATES.values(), states.day, states.hostile):
        tab = opened(browser, program, make(), width=360, height=780)
        wide = tab.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, f"{make.__name__}: the page is {wide} px wide on a phone of 360 px"
        browser.close_tabs()


def a_day_by_keyboard(browser, program):
    tab = opened(browser, program, states.day(), "#day")
    lane = f"{LANES}[0]"
    press = lambda key: f"{lane}.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}' }}))"
    tab.evaluate(f"{lane}.focus()")
    tab.evaluate(press("ArrowLeft"))
    tab.wait_for(
        f"{lane}.getAttribute('aria-valuetext')"
        ".includes('12:00:05, listed again, for 6 s: the resource version is too old')", "the list at noon")
    demand(tab.text(".lane"), "12:00:05, listed again")
    demand(tab.text(".plot"), "at 12:00")
    wait_for_questions(program, 2)
    assert tab.evaluate(f"document.activeElement === {lane}"), "the next answer has taken the focus away"
    tab.evaluate(press("ArrowLeft") + "," + press("ArrowLeft"))
    demand(tab.text(".plot"), "at ")
    tab.evaluate("""(() => { const at = document.querySelector('input[type=time]'); at.value = '03:12';
        at.dispatchEvent(new Event('change')); })()""")
    tab.evaluate(f"{lane}.blur()")
    tab.wait_for("document.querySelector('.happened').innerText.includes('What happened around 03:12')",
                 "03:12")
    demand(tab.text(".happened"), "03:12:02 nodes, deployments, pods waits after a failure, for 7 min 38 s",
           "03:19:40 pods, deployments, nodes listed again, for 4 s")
    assert "12:00:05" not in tab.text(".happened"), "what happened at noon is not near 03:12"


def a_pointer(browser, program):
    tab = opened(browser, program, states.day(), "#day")
    tab.evaluate(f"""(() => {{ const lane = {LANES}[0], box = lane.getBoundingClientRect();
        const ago = view.data.now - view.data.collections[0].timeline[1].from;
        lane.dispatchEvent(new PointerEvent('pointerdown',
            {{ clientX: box.right - ago / 86400 * box.width - 2, clientY: box.top, pointerType: 'touch' }}));
    }})()"""
                 )
    tab.wait_for(f"{LANES}[0].parentNode.innerText.includes('03:12:00, waits after a failure')",
                 "the failure near a finger")
    assert tab.evaluate("document.querySelectorAll('.cursor').length"
                        ) == 9, "all four time lines and five plots have a cursor"


def many_collections(browser, program):
    state = states.day()
    kinds = [copy.deepcopy(state["collections"][0]) for _ in range(60)]
    for i, kind in enumerate(kinds):
        kind["id"] = kind["resource"] = f"kind{i}"
    for kind in kinds[:-1]:
        kind["timeline"] = kind["timeline"][:1]
    tab = opened(browser, program, {**state, "collections": kinds}, "#day")
    shown = "[document.querySelectorAll('#lanes .lane').length, " \
            "document.querySelectorAll('[aria-labelledby=collections] tbody tr:not(.more)').length].join()"
    assert tab.evaluate(shown) == "15,15", "a page with many collections is too long to be read"
    demand(tab.text(".lane"), "kind59")  # the only one to which something happened
    tab.evaluate("[...document.querySelectorAll('.all')].forEach(button => button.click())")
    tab.wait_for(f"{shown} === '60,60'", "all collections")


def a_hidden_tab(browser, program):
    tab = opened(browser, program, states.fresh())
    hide = "Object.defineProperty(document, 'hidden', {{ value: {}, configurable: true }}), " \
           "document.dispatchEvent(new Event('visibilitychange'))"

    def asks_on():
        tab.wait_for("!isAsking", "the answer to the last question")
        before = program.asked
        tab.evaluate("new Promise(done => setTimeout(done, 1300))")
        return program.asked != before

    tab.evaluate(hide.format("true"))
    assert not asks_on(), "a hidden tab asks on"
    tab.evaluate(hide.format("false"))
    wait_for_questions(program, 1)
    tab.evaluate("document.querySelector('header button').click()")
    assert not asks_on(), "a paused page asks on"
    tab.evaluate("choose('day')")  # asks once, because other plots are wanted
    assert not asks_on(), "a paused page asks on after another choice of time"
    demand(tab.text("header"), "paused, so this is old:", "Continue")


def its_contrast(browser, program):
    for dark in (False, True):
        for make in (states.failing, states.slow, states.day):
            tab = opened(browser, program, make(), "#day", dark=dark)
            faint = tab.evaluate(FAINT_TEXTS)
            assert not faint, f"{make.__name__}, dark: {dark}: {faint[:5]}"
            browser.close_tabs()


def a_real_program(browser, program, states_of_program):
    """Looks at what a program has said in its situations, whose numbers were not made by hand."""
    wanted = {
        "fresh": ("Fresh All 3 collections are fresh", "this process leads", "rollouts", "shop/cart-1"),
        "syncing": ("Not ready yet", "reading 60 of about 100 read", "first list, for"),
        "failing": ("Failing, but still fresh", "ServiceUnavailable", "back-off: waits after a failure"),
        "restored": ("Fresh All 3 collections are fresh", "waits after a failure, for 3 min"),
        "slow-handler": ("Fresh, but a handler is behind", "pods: the handler router is behind: 29 changes"),
        "forbidden": ("Not ready", "configmaps v1, everywhere waiting not synced yet", "grant this user"),
    }
    for name, words in wanted.items():
        tab = opened(browser, program, states_of_program[name])
        demand(tab.text(), *words)
        drawings = tab.evaluate("document.querySelectorAll('.spark path').length")
        assert drawings > 1, f"{name}: the rows have no drawings of their events"
        browser.close_tabs()


CASES = (a_fresh_program, a_syncing_program, a_failing_program, a_slow_handler,
         a_program_without_safeguards, a_forbidden_collection,
         a_restored_server, a_hostile_server, a_program_that_does_not_answer, a_program_that_stands_still,
         a_phone, a_day_by_keyboard, a_pointer, many_collections, a_hidden_tab, its_contrast)


def main(directory=None):
    chromium = find_browser()
    if not chromium:
        print("skipped: Chromium is not installed (scripts/setup.sh --ci)")
        return 77
    failed, cases, written = 0, CASES, {}
    if directory:
        files = {file.stem: file.read_text() for file in pathlib.Path(directory).iterdir()}
        written = {"page": files.pop("page"), "headers": json.loads(files.pop("headers"))}
        said = {name: json.loads(text) for name, text in files.items()}
        cases = (*CASES, lambda browser, program: a_real_program(browser, program, said))
        cases[-1].__name__ = a_real_program.__name__
    with Program(**written) as program, Browser(chromium) as browser:
        size = len(program.page.encode())
        assert size < 60_000, f"the page has {size} bytes"
        for case in cases:
            began = time.monotonic()
            program.astray.clear()
            browser.close_tabs()
            browser.complaints.clear()
            try:
                case(browser, program)
                unexpected = [one for one in browser.complaints if "Failed to load resource" not in one]
                assert not unexpected, f"the browser complains: {unexpected}"
                assert not program.astray, f"the page asks for {program.astray}"
            except Exception:
                failed += 1
                traceback.print_exc()
            print(f"{case.__name__.replace('_', ' ')}: {time.monotonic() - began:.1f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
