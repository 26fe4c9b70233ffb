"use strict";
// How the document is changed. Each drawing describes a part of the page anew, and patch() changes only what
// is different, so that focus, selected text and scrolling stay where they are.

const h = (tag, props, ...children) => ({ tag, props, children });

// Makes the children of `parent` as described. All text becomes text nodes, so nothing that a server says can
// become an element. Event handlers are properties, never attributes, as the page's security policy demands.
function patch(parent, described) {
    const wanted = described.flat(Infinity).filter(one => one !== null && one !== undefined && one !== false);
    wanted.forEach((want, i) => {
        const node = parent.childNodes[i];
        if (typeof want !== "object") {
            if (node?.nodeType !== Node.TEXT_NODE) put(parent, node, document.createTextNode(want));
            else if (node.data !== String(want)) node.data = want;
        } else if (node?.localName === want.tag) {
            update(node, want);
        } else {
            const isSvg = want.tag === "svg" || parent.namespaceURI.endsWith("svg");
            const space = isSvg ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml";
            const made = document.createElementNS(space, want.tag);
            update(made, want);
            put(parent, node, made);
        }
    });
    while (parent.childNodes.length > wanted.length) parent.lastChild.remove();
}

function put(parent, old, made) {
    if (old) old.replaceWith(made); else parent.append(made);
}

// Splits a long list: only its beginning is shown at first, with a button that shows all.
const opened = new Set();
function beginning(id, items, name) {
    const most = 15;
    if (items.length <= most + 3) return [items, null];
    const isOpen = opened.has(id);
    const toggle = () => { if (!opened.delete(id)) opened.add(id); schedule(); };
    const props = { type: "button", class: "all", "aria-expanded": String(isOpen), onclick: toggle };
    const button = h("button", props,
                     isOpen ? `Show the first ${most} ${name}` : `Show all ${items.length} ${name}`);
    return [isOpen ? items : items.slice(0, most), button];
}

function update(node, { props, children }) {
    const before = node.described ?? {};
    for (const name of Object.keys({ ...before, ...props })) {
        const value = props[name] ?? null;
        if ((before[name] ?? null) === value) continue;
        if (name.startsWith("on") || name === "checked") node[name] = value;
        else if (name === "share") node.style.width = `${value}%`;
        else if (value === null) node.removeAttribute(name);
        else node.setAttribute(name, value);
    }
    node.described = props;
    patch(node, children);
}
