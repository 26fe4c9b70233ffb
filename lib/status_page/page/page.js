"use strict";
// The page as a whole: the verdict, the choice of time, and the loop that asks the program for status.json.

const icons = {
    good: "M4 12.5 9.5 18 20 6.5", bad: "M6 6 18 18M18 6 6 18",
    warn: "M12 4v10M12 19v.2", lost: "M12 4v10M12 19v.2",
};

const slowSeconds = 10; // from when on a handler that is behind is news

// A watch that has just been opened proves nothing until something comes on it.
const isWatchedAgain = of => of.failing_since && of.phase === "watching";

// The program's verdict is about its health. A collection that fails but is still fresh, and a handler that
// is behind, are no matter of health yet, but a person should know.
function remarks({ verdict, collections, handlers = [] }) {
    const nameOf = of => of.resource + (of.group ? `.${of.group}` : "");
    const isTold = of => verdict.reasons?.some(reason => reason.startsWith(`${nameOf(of)}: `));
    const failing = collections.filter(of => of.failing_since && !isTold(of)).map(of => labelOf(of)
        + (isWatchedAgain(of) ? ": watched again; what had failed" : ": failing")
        + ` for ${duration(view.data.now - of.failing_since)}: ${of.last_failure}`);
    const slow = handlers.filter(of => of.waiting && of.oldest_seconds >= slowSeconds).map(of =>
        `${labelOfId(of.collection)}: the handler ${of.name || "without a name"} is behind: `
        + `${several(of.waiting, "change")} waiting, the oldest for ${duration(of.oldest_seconds)}`);
    return { failing, slow };
}

function verdictOfProgram(data) {
    const { live, ready, stale, text, reasons = [] } = data.verdict, { failing, slow } = remarks(data);
    const isFailing = data.collections.some(of => of.failing_since && !isWatchedAgain(of));
    const isRecovering = data.collections.some(isWatchedAgain);
    const [level, title] = !live ? ["bad", "Not live"] : stale ? ["bad", "Stale"]
        : !ready ? isFailing ? ["bad", "Not ready"] : ["warn", "Not ready yet"]
        : isFailing ? ["warn", "Failing, but still fresh"]
        : isRecovering ? ["warn", "Watching again after a failure"]
        : slow.length ? ["warn", "Fresh, but a handler is behind"]
        : reasons.length ? ["warn", "Ready, with remarks"] : ["good", "Fresh"];
    return [level, title, text, [...reasons, ...failing, ...slow]];
}

// An old verdict may have become wrong, so it is not shown while the program does not answer.
function verdictOfNoAnswer({ data, lost, came, paused }) {
    const now = Date.now() / 1000, next = Math.max(0, Math.round(lost.next - now));
    const again = paused ? "The page is paused." : `The page tries again ${next ? `in ${next} s` : "now"}.`;
    const age = data && `What stands below is ${duration(now - came)} old, from ${clock(data.now, true)}.`;
    const [title, failed] = lost.isStill ? ["Standstill", "looked at its informers"]
        : ["No answer", "answered"];
    const text = `The program has not ${failed} for ${duration(now - lost.since)}: ${lost.why}. ${again}`;
    return ["lost", title, text, age ? [age] : []];
}

function verdict() {
    const { data, lost } = view;
    const [level, title, text, reasons] = lost ? verdictOfNoAnswer(view) : verdictOfProgram(data);
    const list = some => h("ul", {}, some.map(reason => h("li", {}, reason)));
    return h("div", { class: `verdict ${level}`, id: "verdict" },
        h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: icons[level] })),
        h("div", {}, h("h2", {}, title), h("p", {}, text), reasons.length ? list(reasons.slice(0, 6)) : null,
            reasons.length <= 6 ? null
                : h("details", {},
                    h("summary", {}, `${reasons.length - 6} more reasons`), list(reasons.slice(6))),
            lost ? h("button", { type: "button", onclick: ask }, "Try now") : null));
}

function choose(span) {
    view.span = span;
    view.pointed = null;
    history.replaceState(null, "", span === "day" ? "#day" : "#");
    ask();
    schedule();
}

// Pins the last moment at which the clock stood at `value`, such as "03:12". Nothing is pinned if it is
// empty.
function pin(value) {
    const [hours, minutes] = value.split(":").map(Number);
    const at = new Date(view.data.now * 1000);
    at.setHours(hours, minutes, 0, 0);
    if (at > view.data.now * 1000) at.setDate(at.getDate() - 1);
    view.pinned = value ? at / 1000 : null;
    choose(value && view.pinned < view.data.now - spans.ten_minutes ? "day" : view.span);
}

function overTime(data) {
    const choice = (span, name) => {
        const state = { checked: view.span === span, onchange: () => choose(span) };
        return h("label", {}, h("input", { type: "radio", name: "span", ...state }), name);
    };
    const moment = h("input", { type: "time", onchange: event => pin(event.target.value) });
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return h("section", { "aria-labelledby": "over-time" },
        h("div", { class: "head" }, h("h2", { id: "over-time" }, "Over time"),
            h("span", { class: "soft" }, `Clock times are in ${zone}.`),
            h("label", { class: "at" }, "Show the state at ", moment),
            h("fieldset", { class: "switch" }, h("legend", { class: "unseen" }, "How much time is shown"),
                choice("ten_minutes", "Ten minutes"), choice("day", "A day"))),
        timeLines(), h("div", { class: "plots" }, (data.plots ?? []).map(plot)));
}

function header({ data, paused, came }) {
    const facts = [["", location.host], ["up ", duration(data.now - data.started)],
                   ["", `${bytes(data.process?.resident_bytes)} resident`],
                   ["as of ", clock(data.now, true)]];
    if (paused) facts.push(["paused, so this is old: ", duration(Date.now() / 1000 - came)]);
    return h("header", {}, h("h1", {}, "coinformer"),
        facts.map(([name, fact]) => h("p", {}, name, h("b", {}, fact))),
        h("button", { type: "button", onclick: pause }, paused ? "Continue" : "Pause"));
}

function wholePage() {
    const { data, lost } = view;
    if (data)
        return [
            header(view),
            h("main", {}, verdict(), answers(data), collections(data), overTime(data), tables(data)),
            h("footer", {}, "For programs: ", h("a", { href: "status.json" }, "status.json"))];
    return h("main", {},
        lost ? verdict() : h("p", { class: "first" }, "Waiting for the first answer of the program."));
}

// --- the loop

let drawingIsDue = false;
function schedule() {
    if (drawingIsDue) return;
    drawingIsDue = true;
    requestAnimationFrame(() => { drawingIsDue = false; draw(); });
}

function draw() {
    const page = document.getElementById("page");
    patch(page, [wholePage()]);
    const title = document.querySelector("#verdict h2")?.textContent;
    if (!title) return;
    document.title = `${title} · coinformer`;
    // A screen reader is told when the verdict becomes another one, and not each second.
    const said = document.getElementById("said");
    if (said.textContent !== title) said.textContent = title;
    let isOfOtherSize = false;
    // SVGs are drawn in pixels, so that their words keep their size.
    for (const svg of page.querySelectorAll("[data-wide]")) {
        isOfOtherSize ||= view.wide[svg.dataset.wide] !== svg.clientWidth;
        view.wide[svg.dataset.wide] = svg.clientWidth;
    }
    if (isOfOtherSize) schedule();
}

async function answerOfProgram() {
    // The query names the plots that are shown, so that a program may leave out the others, which are large.
    const answer = await fetch(`status.json?plots=${view.span}`,
                               { cache: "no-store", signal: AbortSignal.timeout(10000) });
    if (!answer.ok) throw new Error(`it answers ${answer.status} ${answer.statusText}`.trim());
    return answer.json();
}

const reasons = {
    TypeError: "it cannot be reached", TimeoutError: "it is silent for 10 s",
    SyntaxError: "its answer is not JSON", Standstill: "its answer is always the same",
};
let isAsking = false, timer = null;

// Asks the program once, and plans the next time: after an interval, or later and later while nothing
// answers.
async function ask() {
    if (isAsking) return;
    clearTimeout(timer);
    isAsking = true;
    try {
        const data = await answerOfProgram(), now = Date.now() / 1000, interval = data.interval ?? 1;
        const came = data.now === view.data?.now ? view.came : now;
        // A page that is not run any more, or hangs, still answers with its last look, whose verdict is old.
        if (now - came > Math.max(10, 3 * interval)) throw new DOMException("", "Standstill");
        Object.assign(view, { data, lost: null, came });
        view.wait = Math.max(1, interval);
    } catch (error) {
        const now = Date.now() / 1000;
        view.wait = Math.min(30, 2 * (view.wait ?? 1));
        view.lost = { since: view.lost?.since ?? view.came ?? now, why: reasons[error.name] ?? error.message,
                      next: now + view.wait, isStill: error.name === "Standstill" };
    }
    isAsking = false;
    if (!document.hidden && !view.paused) timer = setTimeout(ask, view.wait * 1000);
    schedule();
}

function pause() {
    view.paused = !view.paused;
    if (view.paused) clearTimeout(timer); else ask();
    schedule();
}

document.addEventListener("visibilitychange", () => {
    if (document.hidden) clearTimeout(timer); else if (!view.paused) ask();
});
window.addEventListener("resize", schedule);
window.addEventListener("hashchange", () => choose(location.hash === "#day" ? "day" : "ten_minutes"));
// While no answers come, the age of what is shown grows.
setInterval(() => { if ((view.lost || view.paused) && !document.hidden) schedule(); }, 1000);
ask();
