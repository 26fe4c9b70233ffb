"use strict";
// The parts that time lines and plots share. Each is an SVG, drawn anew with every answer of the program. All
// show one moment, which a person chooses by pointing, by touch, with the arrow keys, or with "Show the state
// at".

const spans = { ten_minutes: 600, day: 86400 };
const view = {
    data: null, lost: null, paused: false, wide: {},
    span: location.hash === "#day" ? "day" : "ten_minutes", pointed: null, pinned: null, lit: null,
};
const plotLeft = 52, plotTop = 8, plotBottom = 166;

const range = () => ({ from: view.data.now - spans[view.span], to: view.data.now });
const moment = () => view.pointed ?? view.pinned;
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

// Clock times are those of the browser's time zone, which the page names.
function clock(time, withSeconds = view.span !== "day") {
    const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    if (withSeconds) parts.second = "2-digit";
    return new Date(time * 1000).toLocaleTimeString("en-GB", parts);
}

const dayOf = time => new Date(time * 1000).toDateString();
const isToday = time => dayOf(time) === dayOf(view.data.now);

// Returns the properties of an SVG on which a moment can be chosen. `left` and `right` are the margins of its
// time axis. `snap` moves a time to something near it that is worth reading, and `next` is where an arrow key
// goes.
function choosesMoment(name, words, [left, right], snap, next) {
    const { from, to } = range();
    const choose = time => { view.pointed = time === null ? null : clamp(time, from, to); schedule(); };
    const point = event => {
        const box = event.currentTarget.getBoundingClientRect();
        const share = (event.clientX - box.left - left) / (box.width - left - right);
        choose(snap(from + share * (to - from)));
    };
    const keys = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: -10, PageDown: 10 };
    return {
        tabindex: 0, role: "slider", "aria-label": name, "aria-valuetext": words, "aria-valuemin": 0,
        "aria-valuemax": Math.round(to - from), "aria-valuenow": Math.round((moment() ?? to) - from),
        onpointermove: point, onpointerdown: point, onblur: () => choose(null),
        onpointerleave: event => { if (event.pointerType === "mouse") choose(null); },
        onkeydown: event => {
            if (event.key === "Escape") return choose(view.pinned = null);
            const ends = { Home: from, End: to };
            if (!(event.key in keys) && !(event.key in ends)) return;
            event.preventDefault();
            choose(ends[event.key] ?? next(clamp(moment() ?? to, from, to), keys[event.key]));
        },
    };
}

function cursor(x, height) {
    return moment() === null ? null : h("line", { class: "cursor", x1: x, x2: x, y1: 0, y2: height });
}

// Returns times for the marks of a time axis, at round times of the clock, far enough apart for their words.
function clockMarks(from, to, wide) {
    const steps = [60, 120, 300, 600, 3600, 7200, 10800, 21600, 43200];
    const step = steps.find(s => (to - from) / s <= wide / 62) ?? 43200;
    const shift = new Date(from * 1000).getTimezoneOffset() * 60;
    const marks = [];
    for (let at = Math.ceil((from - shift) / step) * step + shift; at <= to; at += step) marks.push(at);
    return marks;
}

