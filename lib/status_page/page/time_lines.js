"use strict";
// The time line of each collection, and the same as text.

const states = {
    list: "lists the collection", watch: "watches for changes", silent: "watches, but nothing comes",
    "back-off": "waits after a failure", unserved: "not served by the server", idle: "waits for its turn",
    stopped: "has ended",
};
const stateClass = state => state in states ? state : "idle";
const isRelist = part => part.state === "list" && part.cause && part.cause !== "first list";
const hidden = { "aria-hidden": "true" };
const isNotable = part => part.state !== "watch" && part.state !== "idle";

function partShape(part, x, wide) {
    const thin = { watch: 4, silent: 8, idle: 10 }[part.state] ?? 0;
    const box = { x, y: 6 + thin / 2, width: wide, height: 14 - thin, rx: 1 };
    return h("rect", { class: stateClass(part.state), ...box });
}

// Returns an error without the request at its beginning, as in "watch /api/v1/pods: connection refused".
const withoutRequest = cause => cause.replace(/^[a-z]+ \/\S*: /, "");

function partWords(part) {
    const isOver = part.to < view.data.now - 2;
    const took = duration(part.to - part.from) + (isOver ? "" : " so far");
    const because = part.cause && part.cause !== "first list" ? `: ${withoutRequest(part.cause)}` : "";
    if (part.state !== "list") return `${states[part.state] ?? part.state}, for ${took}${because}`;
    if (!isRelist(part)) return `first list, for ${took}`;
    return `${isOver ? "listed" : "lists"} again, for ${took}${because}`;
}

function lane(of, wide) {
    const { from, to } = range(), scale = wide / (to - from), at = moment();
    const parts = (of.timeline ?? []).filter(part => part.to > from && part.from < to);
    const partAt = time => parts.findLast(part => part.from <= time) ?? null;
    const here = at === null ? parts.at(-1) : partAt(at);
    const when = at === null ? "" : `${clock(at, true)}, `;
    const said = when + (here ? partWords(here) : "nothing was recorded");
    const snap = time => { // a short part is hard to hit, so the nearest one within a few pixels is chosen
        const some = 6 / scale, isNear = part => part.from < time + some && part.to > time - some;
        const near = parts.filter(part => isNotable(part) && isNear(part));
        const far = part => Math.abs((part.from + part.to) / 2 - time);
        const best = near.sort((a, b) => far(a) - far(b))[0];
        return best ? clamp(time, best.from, Math.max(best.from, best.to - 1e-3)) : time;
    };
    const next = (time, steps) => {
        const index = clamp(parts.indexOf(partAt(time)) + Math.sign(steps), 0, parts.length - 1);
        return parts[index] ? Math.max(parts[index].from, from) : time;
    };
    const shape = part => {
        const x = Math.max(0, (part.from - from) * scale), end = Math.min(wide, (part.to - from) * scale);
        return partShape(part, Math.min(x, wide - 2), Math.max(isNotable(part) ? 2.5 : .5, end - x));
    };
    const quietFirst = [...parts].sort((a, b) => isNotable(a) - isNotable(b));
    const props = choosesMoment(`time line of ${labelOf(of)}, ${scopeOf(of)}`, said, [0, 0], snap, next);
    return h("div", { class: "lane" },
        h("p", {}, h("span", {}, h("b", {}, labelOf(of)), " ", h("small", {}, scopeOf(of))),
            h("span", { class: "soft" }, said)),
        h("svg", { ...props, "data-wide": "lanes" },
            h("rect", { class: "ground", x: 0, y: 12, width: wide, height: 2 }), quietFirst.map(shape),
            parts.filter(isRelist).map(part => {
                const x = clamp((part.from - from) * scale, 4, wide - 4);
                return h("path", { class: "mark", d: `M${x - 3.5} 0h7l-3.5 5z` });
            }),
            cursor((at - from) * scale, 26)));
}

function timeLines() {
    const { from, to } = range(), wide = view.wide.lanes ?? 600, all = view.data.collections;
    const partsOf = of => (of.timeline ?? []).filter(part => part.to > from);
    const isQuiet = of => !partsOf(of).some(isNotable);
    const sorted = [...all].sort((a, b) => isQuiet(a) - isQuiet(b));
    const [lanes, button] = beginning("lanes", all.length > 15 ? sorted : all, "time lines");
    const inRange = lanes.flatMap(partsOf);
    const seen = new Set(inRange.map(part => part.state));
    return [
        h("div", { class: "card" }, h("div", { id: "lanes" }, lanes.map(of => lane(of, wide)),
            h("svg", { ...hidden, class: "axis" }, clockMarks(from, to, wide).map(at => {
                const x = (at - from) / (to - from) * wide;
                if (x < 16 || x > wide - 16) return null;
                return h("text", { x, y: 13, "text-anchor": "middle" }, clock(at, false));
            }))),
            button, h("ul", { class: "legend", "aria-label": "Legend of the time lines" },
                Object.keys(states).filter(state => seen.has(state)).map(state =>
                    h("li", {}, h("svg", { ...hidden, viewBox: "0 6 22 14" }, partShape({ state }, 0, 22)),
                        h("span", {}, `${state}: ${states[state]}`))),
                inRange.some(isRelist)
                    ? h("li", {}, h("svg", { ...hidden, viewBox: "-11 -4 22 14" },
                            h("path", { class: "mark", d: "M-5 0h10l-5 7z" })),
                        h("span", {}, "listed again")) : null),
            happened(from, to))];
}

// The same as text, for people who do not see the time lines: newest first, or around the pinned time. If
// several collections began the same within five seconds, for the same cause, they share one entry.
function happened(from, to) {
    const near = view.pinned === null ? [from, to] : [view.pinned - 900, view.pinned + 900];
    const found = [];
    const entries = of => (of.timeline ?? []).map(part => ({ names: [labelOf(of)], part }));
    const all = view.data.collections.flatMap(entries)
        .filter(({ part }) => isNotable(part) && part.to >= near[0] && part.from <= near[1])
        .sort((a, b) => b.part.from - a.part.from);
    for (const one of all) {
        const same = found.find(({ part }) => part.from - one.part.from < 5 && part.state === one.part.state
            && withoutRequest(part.cause) === withoutRequest(one.part.cause));
        if (same) same.names.push(...one.names); else found.push(one);
    }
    const item = ({ names, part }) => h("li", {},
        h("time", {}, clock(part.from, true), isToday(part.from) ? null : h("small", {}, "yesterday")),
        h("b", {}, names.length < 5 ? names.join(", ")
            : `${names.slice(0, 3).join(", ")} and ${names.length - 3} others`),
        h("span", {}, partWords(part)));
    const around = view.pinned === null ? "" : ` around ${clock(view.pinned, false)}`;
    return h("div", { class: "happened" }, h("h3", {}, `What happened${around}`),
        found.length ? h("ul", {}, found.slice(0, 8).map(item))
                     : h("p", { class: "soft" }, "Nothing but watching: no list, no failure."),
        found.length <= 8 ? null : h("details", {}, h("summary", {}, `${found.length - 8} earlier`),
                                     h("ul", {}, found.slice(8, 100).map(item))));
}

