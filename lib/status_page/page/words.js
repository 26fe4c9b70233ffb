"use strict";
// Numbers, units, durations and names, as a person reads them. A value that is missing is a dash.

const isMissing = value => value === null || value === undefined;
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
const number = value => isMissing(value) ? "–" : grouped.format(value);
const percent = value => isMissing(value) ? "–" : `${number(Math.round(value * 1000) / 10)} %`;
const bytes = value => isMissing(value) ? "–" : inUnit(value, "B");
const several = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

// Returns the largest unit in which `most` is at least 1, as a divisor and the unit's name.
function scaleOf(unit, most) {
    const isBytes = /^(bytes?|B)\b/.test(unit), isTime = /^s(econds?)?$/.test(unit);
    const ladder = isBytes ? [[1, " B"], [1e3, " kB"], [1e6, " MB"], [1e9, " GB"], [1e12, " TB"]]
        : isTime ? [[1e-6, " µs"], [1e-3, " ms"], [1, " s"], [60, " min"], [3600, " h"]]
        : [[1, ""], [1e5, "k", 1e3], [1e6, "M"]];
    const [reach, name, divisor = reach] = ladder.findLast(([least]) => most >= least) ?? ladder[0];
    return { divisor, name: name && /\/s$/.test(unit) ? `${name}/s` : name };
}

function inUnit(value, unit, scale = scaleOf(unit, Math.abs(value))) {
    const scaled = value / scale.divisor;
    if (scaled === 0) return "0";
    return number(scaled < 1000 ? Number(scaled.toPrecision(3)) : Math.round(scaled)) + scale.name;
}

// Returns a duration in words, for example "3 min 20 s".
function duration(seconds) {
    if (isMissing(seconds)) return "–";
    const whole = Math.max(0, Math.round(seconds));
    const two = (large, small, names) => `${large} ${names[0]}` + (small ? ` ${small} ${names[1]}` : "");
    if (seconds < 1) return seconds <= 0 ? "0 s" : inUnit(seconds, "s");
    if (seconds < 9.95) return `${number(Number(seconds.toFixed(1)))} s`;
    if (whole < 60) return `${whole} s`;
    if (whole < 600) return two(Math.floor(whole / 60), whole % 60, ["min", "s"]);
    if (whole < 3600) return `${Math.round(whole / 60)} min`;
    if (whole < 86400) return two(Math.floor(whole / 3600), Math.floor(whole % 3600 / 60), ["h", "min"]);
    return two(Math.floor(whole / 86400), Math.floor(whole % 86400 / 3600), ["d", "h"]);
}
const ago = seconds => isMissing(seconds) ? "–" : `${duration(seconds)} ago`;

const labelOf = of => of.resource + (of.name ? ` (${of.name})` : "");
function scopeOf(of) {
    return [of.namespaces?.length ? `in ${of.namespaces.join(", ")}` : "everywhere",
            of.label_selector && `labels ${of.label_selector}`,
            of.field_selector && `fields ${of.field_selector}`].filter(Boolean).join(", ");
}
