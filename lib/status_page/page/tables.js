"use strict";
// The answers at one look, the table of the collections, and the other tables. A table without rows is left
// out.

const isWell = of => of.phase === "watching" && of.synced && !of.last_failure;
const byLargest = (...keys) => (a, b) =>
    keys.map(key => (b[key] ?? -1) - (a[key] ?? -1)).find(difference => difference !== 0) ?? 0;
const largest = (rows, ...keys) => [...rows].sort(byLargest(...keys))[0];

function labelOfId(id) {
    const of = view.data.collections.find(one => one.id === id);
    return of ? labelOf(of) : id;
}

// Returns a verb with its resource, and the API group, which makes the name of a resource long.
function requestOf({ verb, resource }) {
    const [plural, ...group] = resource.split(".");
    return [`${verb} ${plural}`.trim(), group.join(".")];
}

function answers(data) {
    const cells = [];
    const answer = (question, said, ...details) => cells.push(h("div", {},
        h("dt", {}, question), h("dd", {}, said), h("dd", {}, details.filter(Boolean).join(", "))));

    const unproven = data.collections.find(of => of.seconds_since_proof === null);
    const oldest = unproven ?? largest(data.collections, "seconds_since_proof");
    if (oldest)
        answer("Oldest proof", unproven ? "none yet" : ago(oldest.seconds_since_proof),
               labelOf(oldest), scopeOf(oldest));
    const slow = largest(data.handlers ?? [], "oldest_seconds", "waiting", "mean_seconds");
    if (slow) {
        const waiting = slow.waiting ? `${several(slow.waiting, "change")} waiting` : "nothing waits";
        answer("Slowest handler", slow.name || "unnamed", `${labelOfId(slow.collection)}: ${waiting}`,
               slow.waiting ? `the oldest for ${duration(slow.oldest_seconds)}`
                            : slow.mean_seconds && `${duration(slow.mean_seconds)} for each change`);
    }
    const big = largest(data.collections, "bytes", "objects");
    if (big)
        answer(big.bytes ? "Most memory" : "Most objects",
               `${labelOf(big)} ${big.bytes ? bytes(big.bytes) : number(big.objects)}`,
               `${bytes(data.process?.resident_bytes)} in the whole process`);
    const busy = largest(data.requests ?? [], "recent_count", "count");
    if (busy)
        answer("Most API requests", requestOf(busy)[0], requestOf(busy)[1],
               isMissing(busy.recent_count) ? "" : `${number(busy.recent_count)} in the last ten minutes`,
               `${several(busy.count, "request")} since the start`, `${bytes(busy.bytes)} received`);
    return h("dl", { class: "answers" }, cells);
}

// A table. `columns` have a name, a function from a row to its cell, a class, and a function that says for
// which rows the column is needed. `more` gives texts below a row, and whether they are bad news.
function table(id, title, columns, allRows, more = () => []) {
    const [rows, button] = beginning(id, allRows, "rows");
    const shown = columns.filter(column => !column.only || rows.some(column.only));
    const head = column => h("th", { class: column.kind, scope: "col", role: "columnheader" }, column.name);
    const cell = (row, column, i) => i === 0
        ? h("th", { class: column.kind, scope: "row", role: "rowheader" }, column.value(row))
        : h("td", { class: column.kind, role: "cell", "data-label": column.name }, column.value(row));
    const below = ([isBad, said]) => h("tr", { role: "row", class: "more" },
        h("td", { role: "cell", colspan: shown.length, class: isBad ? null : "mild" }, said));
    // The roles are repeated because a table that is laid out as cards on a phone loses them in some
    // browsers.
    return h("section", { "aria-labelledby": id },
        h("div", { class: "head" }, h("h2", { id }, title)),
        h("div", { class: "card" }, h("table", { class: "stack", role: "table", "aria-labelledby": id },
            h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, shown.map(head))),
            h("tbody", { role: "rowgroup" }, rows.map(row => [
                h("tr", { role: "row" }, shown.map((column, i) => cell(row, column, i))),
                more(row).map(below)]))), button));
}

const text = (name, value) => ({ name, value });
const wide = (name, value, only) => ({ name, value, only, kind: "wide" });
const count = (name, value, only) => ({ name, value, only, kind: "number" });
const named = (name, detail) => [name || "unnamed", " ", detail && h("small", { class: "beside" }, detail)];

// A number with a bar as long as its share of all numbers of its column.
function share(name, rows, key) {
    const sum = rows.reduce((all, row) => all + row[key], 0);
    return count(name, row => [number(row[key]),
        h("span", { class: "share", "aria-hidden": "true", share: sum ? 100 * row[key] / sum : 0 })]);
}

const levels = { watching: "good", reading: "list", waiting: "bad", unserved: "warn" };
const shapes = {
    watching: "M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10", reading: "M1 1h10L6 11z", waiting: "M1.5 1.5h9v9h-9z",
    unserved: "M6 0 12 6 6 12 0 6z",
};

function phaseOf(of) {
    const level = `is-${levels[of.phase] ?? "soft"}`;
    const icon = h("svg", { ...hidden, viewBox: "0 0 12 12", class: level },
                   h("path", { d: shapes[of.phase] ?? "M1 5h10v2H1z" }));
    const all = isMissing(of.remaining) ? "" : ` of about ${number(of.listed + of.remaining)}`;
    const detail = of.phase === "reading" ? `${number(of.listed)}${all} read`
        : of.synced ? null : "not synced yet";
    return h("span", { class: "phase" }, icon, of.phase, detail && h("small", {}, detail));
}

function listsOf(of) {
    const counts = `${several(of.lists + of.streams, "list")}, ${several(of.watches, "watch", "watches")}`;
    return [of.form || "–", h("small", {}, of.why_not_streamed || counts)];
}

// The snapshots that the informer saves for its next start. A failure says when it was well last.
function snapshotOf({ restored, snapshot }) {
    if (!snapshot) return [];
    const { seconds_since_saved: since, last_failure: failure } = snapshot;
    const saved = isMissing(since) ? "no snapshot saved yet"
        : `snapshot of ${several(snapshot.objects, "object")} (${bytes(snapshot.bytes)}) saved ${ago(since)}`;
    return [failure ? [true, `A snapshot could not be saved: ${failure}; ${saved}`]
        : [false, `Warm start: ${several(restored, "object")} restored, ${saved}`]];
}

function auditOf({ audit }) {
    if (!audit) return [];
    const { seconds_since_compared: since, last_failure: failure } = audit;
    const there = `the server's ${several(audit.objects, "object")}`;
    const result = audit.differences ? `${number(audit.differences)} of ${there} differed`
        : `equal to ${there}`;
    const found = isMissing(since) ? "none yet" : `${ago(since)}, ${result}`;
    const why = failure ? `; the last one compared nothing: ${failure}` : "";
    return [[audit.differences !== 0, `Audit: ${found}${why}`]];
}

// A process of several, each of which keeps a share of the objects.
function shareOf({ share: has }) {
    if (!has) return [];
    const by = isMissing(has.server_filters) ? ""
        : has.server_filters ? ", which the server sends alone" : ", picked out of all that the server sends";
    const foreign = has.foreign ? `; ${several(has.foreign, "object")} of other shares came` : "";
    return [[false, `Share: ${percent(has.part)} of the keys${by}${foreign}`]];
}

// Bad news has lines of its own; the rest takes one line, so that many collections stay readable.
function safeguardsOf(of) {
    const all = [...shareOf(of), ...snapshotOf(of), ...auditOf(of)], mild = all.filter(([isBad]) => !isBad);
    const said = all.filter(([isBad]) => isBad);
    return mild.length ? [...said, [false, mild.map(([, text]) => text).join(". ")]] : said;
}

function troubleOf(of) {
    const said = [];
    const since = isMissing(of.failing_since) ? "Last failure"
        : `Failing for ${duration(view.data.now - of.failing_since)}`;
    if (of.last_failure) said.push([true, `${since}: ${of.last_failure}`]);
    if (of.faults) said.push([true, `${several(of.faults, "object")} could not be decoded.`]);
    const again = (of.lists_by_cause ?? []).filter(list => list.cause !== "first list");
    if (again.length)
        said.push([false, `Listed again: ${again.map(list => `${list.count} × ${list.cause}`).join("; ")}`]);
    said.push(...safeguardsOf(of));
    return said;
}

function collections(data) {
    const title = of => [labelOf(of),
        h("small", {}, `${of.group ? `${of.group}/` : ""}${of.version}, ${scopeOf(of)}`)];
    return table("collections", "Collections", [
        text("Collection", title), text("Phase", phaseOf), count("Objects", of => number(of.objects)),
        count("Memory", of => bytes(of.bytes), of => !isMissing(of.bytes)),
        count("Last event", of => ago(of.seconds_since_event)),
        count("Last proof", of => ago(of.seconds_since_proof)),
        count("Version", of => of.resource_version || "–"), wide("Lists", listsOf),
        { ...count("Events", sparkline, sparkline), kind: "number wide" },
    ], [...data.collections].sort((a, b) => isWell(a) - isWell(b)), troubleOf);
}

function tables({ handlers = [], requests = [], hot_objects = [], work_queues = [], controllers = [],
                  leases = [] }) {
    const made = [
        handlers.length && table("handlers", "Slowest handlers", [
            text("Handler", row => named(row.name, labelOfId(row.collection))),
            count("Waiting", row => number(row.waiting)),
            count("Oldest", row => row.waiting ? duration(row.oldest_seconds) : "–"),
            count("Mean", row => duration(row.mean_seconds)),
            count("Changes", row => number(row.changes)),
            count("Failures", row => number(row.failures), row => row.failures),
        ], [...handlers].sort(byLargest("oldest_seconds", "waiting", "mean_seconds"))),
        requests.length && table("requests", "Requests to the API server", [
            text("Request", row => named(...requestOf(row))), share("Since the start", requests, "count"),
            count("Last ten minutes", row => number(row.recent_count), row => !isMissing(row.recent_count)), count("Received", row => bytes(row.bytes)),
            count("Mean time", row => duration(row.mean_seconds)),
        ], [...requests].sort(byLargest("recent_count", "count"))),
        hot_objects.length && table("hot", "Most changed objects", [
            text("Object", row => named(row.name, labelOfId(row.collection))),
            share("Changes", hot_objects, "changes"),
        ], hot_objects),
        work_queues.length && table("queues", "Work queues", [
            text("Queue", row => row.name), count("Waiting", row => number(row.depth)),
            count("Oldest", row => duration(row.oldest_seconds), row => !isMissing(row.oldest_seconds)),
            count("Longest running", row => duration(row.longest_running_seconds)),
            count("Added", row => number(row.adds)), count("Retries", row => number(row.retries)),
        ], work_queues, row => (row.keys ?? []).map(({ key, seconds, working }) =>
            [false, `${key}: ${working ? "worked on" : "waits"} for ${duration(seconds)}`])),
        controllers.length && table("controllers", "Controllers", [
            text("Controller", row => row.name), count("Running", row => number(row.active)),
            count("Mean", row => duration(row.mean_seconds)),
            count("Reconciles", row => number(row.reconciles)),
            count("Errors", row => number(row.errors)),
            ...(controllers.some(row => !isMissing(row.owned)) ? [
                count("Owned keys", row => isMissing(row.owned) ? "–" : percent(row.owned)),
                count("Parked", row => number(row.parked)),
            ] : []),
        ], controllers),
        leases.length && table("leases", "Leases", [
            text("Lease", row => row.name),
            text("Leader", row => row.leading ? "this process leads" : "another process leads, or none"),
        ], leases),
    ].filter(Boolean);
    return made.length ? h("div", { class: "tables" }, made) : null;
}
