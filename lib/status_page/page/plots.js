"use strict";
// The plots, each an SVG with axes, a legend and the values at the chosen moment.

function niceStep(most) {
    const rough = most / 4, power = 10 ** Math.floor(Math.log10(rough));
    return power * [1, 2, 5, 10].find(factor => factor * power >= rough * .999);
}

const paths = new WeakMap(); // a path is as long as its values, so it is made once for each answer
function pathOf(series, key, x, y) {
    const known = paths.get(series);
    if (known?.key === key) return known.path;
    let path = "", down = true;
    series.values.forEach((value, i) => {
        if (value === null) { down = true; return; }
        path += `${down ? "M" : "L"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
        if (down && (series.values[i + 1] ?? null) === null) path += "h.01"; // between two gaps: a dot
        down = false;
    });
    paths.set(series, { key, path });
    return path;
}

// The program sends the largest series first, so their order changes. A series keeps its colour and its place
// while it is shown.
const colours = {};
function withColours(plotId, series) {
    const before = colours[plotId] ?? new Map(), now = colours[plotId] = new Map();
    for (const one of series) if (before.has(one.name)) now.set(one.name, before.get(one.name));
    const free = series.map((_, i) => i).filter(i => ![...now.values()].includes(i));
    for (const one of series) if (!now.has(one.name)) now.set(one.name, free.shift() ?? now.size);
    return [...series].sort((a, b) => now.get(a.name) - now.get(b.name));
}
const lineClass = i => `line c${i % 6}${i % 12 < 6 ? "" : " dashed"}`;

function plot(of) {
    const { from, to } = range(), wide = view.wide[of.id] ?? 500, at = moment();
    const values = of[view.span] ?? { from, step: 1, series: [] };
    const known = (values.series ?? []).filter(one => one.values.some(v => v !== null));
    const quiet = known.filter(one => one.values.every(v => !v)), isQuiet = quiet.length === known.length;
    const series = withColours(of.id, isQuiet ? known : known.filter(one => !quiet.includes(one)));
    const hue = one => colours[of.id].get(one.name);
    const most = series.reduce((all, one) => one.values.reduce((m, v) => Math.max(m, v ?? 0), all), 0) || 1;
    const scale = scaleOf(of.unit, most), step = niceStep(most / scale.divisor) * scale.divisor;
    const top = Math.ceil(most / step * .999) * step;
    const xOf = time => plotLeft + (time - from) / (to - from) * (wide - plotLeft - 4);
    const x = i => xOf(values.from + i * values.step), y = v => plotBottom - v / top * (plotBottom - plotTop);
    const indexAt = time => Math.round((time - values.from) / values.step);
    const lastOf = one => one.values.findLast(v => v !== null);
    const valueOf = one => (at === null ? lastOf(one) : one.values[indexAt(at)]) ?? null;
    const shown = (one, none) => valueOf(one) === null ? none : inUnit(valueOf(one), of.unit);
    const said = series.map(one => `${one.name} ${shown(one, "no value")}`).join(", ") || "no values";
    const when = at === null ? "now" : `at ${clock(at)}`;
    const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
    const key = [view.span, from, wide, top].join();
    const dim = one => view.lit?.plot === of.id && view.lit.name !== one.name ? " faint" : "";
    const props = choosesMoment(`${of.title}, by time`, `${when}: ${said}`, [plotLeft, 4], time => time,
                                (time, steps) => time + steps * values.step);
    return h("figure", { class: "plot card" },
        h("figcaption", {}, h("h3", {}, of.title), h("small", {}, when)),
        h("svg", { ...props, "data-wide": of.id },
            lines.map(v => [
                h("line", { class: v ? "grid" : "base", x1: plotLeft, x2: wide, y1: y(v), y2: y(v) }),
                h("text", { x: plotLeft - 8, y: y(v) + 4, "text-anchor": "end" },
                  inUnit(v, of.unit, scale))]),
            clockMarks(from, to, wide - plotLeft).map(t => xOf(t) < plotLeft + 12 || xOf(t) > wide - 16 ? null
                : h("text", { x: xOf(t), y: plotBottom + 18, "text-anchor": "middle" }, clock(t, false))),
            series.map(one =>
                h("path", { class: lineClass(hue(one)) + dim(one), d: pathOf(one, key, x, y) })),
            series.length ? null : h("text", { x: (wide + plotLeft) / 2, y: 90, "text-anchor": "middle" },
                                     "Nothing was recorded in this time."),
            cursor(xOf(at), plotBottom),
            at === null ? null : series.map(one => valueOf(one) === null ? null
                : h("circle", { class: `point c${hue(one) % 6}`, r: 3, cx: x(indexAt(at)),
                                cy: y(valueOf(one)) }))),
        h("ul", { class: "values" }, series.map(one =>
            h("li", { onpointerenter: () => { view.lit = { plot: of.id, name: one.name }; schedule(); },
                      onpointerleave: () => { view.lit = null; schedule(); } },
                h("svg", { "aria-hidden": "true" }, h("path", { class: lineClass(hue(one)), d: "M1 4h16" })),
                h("span", {}, one.name), h("b", {}, shown(one, "–"))))),
        isQuiet || !quiet.length ? null
            : h("small", {}, `Always 0: ${quiet.map(one => one.name).sort().join(", ")}`));
}

// A small plot without axes: the events of one collection.
function sparkline(of) {
    const events = of.events?.[view.span];
    if (!events?.values.some(v => v !== null)) return null;
    const { from, to } = range(), most = Math.max(...events.values, 0) || 1;
    const x = i => 1 + 128 * clamp((events.from + i * events.step - from) / (to - from), 0, 1);
    const path = pathOf(events, `${view.span} ${from}`, x, v => 24 - v / most * 22);
    const name = `at most ${inUnit(most, "1/s")} events a second`;
    const box = { viewBox: "0 0 130 26", preserveAspectRatio: "none" };
    return h("svg", { class: "spark", role: "img", "aria-label": name, ...box }, h("path", { d: path }));
}
