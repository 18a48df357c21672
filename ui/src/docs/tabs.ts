// Tab groups in an article. Without JavaScript the tabs are radio buttons; this code adds the ARIA tab roles. Tabs with
// the same title are switched together, on every page.

const remembered = "website_tabs";

interface Group {
	titles: string[];
	select(at: number, focus: boolean): void;
}

/** Initializes tab groups; returns a function that restores the radio buttons. */
export function makeTabs(boxes: Iterable<Element>, name: string): () => void {
	const groups: Group[] = [];
	const choose = (title: string, group: Group, at: number) => {
		group.select(at, true);
		const button = document.activeElement;
		const before = button?.getBoundingClientRect().top ?? 0;
		for (const other of groups) if (other !== group) selectTitle(other, title);
		// Keeps the clicked tab at its position if panels above change their height.
		window.scrollBy({ top: (button?.getBoundingClientRect().top ?? 0) - before, behavior: "instant" });
		remember(title);
	};
	const removals = [...boxes].map((box) => {
		const { group, remove } = makeGroup(box, name, choose);
		groups.push(group);
		return remove;
	});
	const chosen = recall();
	for (const group of groups) {
		const title = chosen.find((title) => group.titles.includes(title));
		if (title !== undefined) selectTitle(group, title);
	}
	revealTarget();
	window.addEventListener("hashchange", revealTarget);
	return () => {
		window.removeEventListener("hashchange", revealTarget);
		for (const remove of removals) remove();
	};
}

function selectTitle(group: Group, title: string): void {
	const at = group.titles.indexOf(title);
	if (at >= 0) group.select(at, false);
}

function makeGroup(box: Element, name: string, choose: (title: string, group: Group, at: number) => void) {
	const labels = [...box.children].filter((child) => child.matches("label.tab"));
	const panels = [...box.children].filter((child) => child.matches(".tab-panel"));
	const titles = labels.map((label) => label.textContent ?? "");
	const list = document.createElement("div");
	list.setAttribute("role", "tablist");
	list.setAttribute("aria-label", name);
	list.className = "tab-list";
	const id = `tabs-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
	const buttons = titles.map((title, at) => makeButton(title, `${id}-${at}`));
	list.append(...buttons);

	const select = (at: number, focus: boolean) => {
		for (const [other, button] of buttons.entries()) {
			const isSelected = other === at;
			button.setAttribute("aria-selected", String(isSelected));
			button.tabIndex = isSelected ? 0 : -1;
			// `until-found`: the browser's search and fragment links can still find the content.
			if (isSelected) panels[other]?.removeAttribute("hidden");
			else panels[other]?.setAttribute("hidden", "until-found");
		}
		if (focus) buttons[at]?.focus({ preventScroll: true });
	};
	const group = { titles, select };
	for (const [at, panel] of panels.entries()) {
		panel.id = `${id}-${at}-panel`;
		panel.setAttribute("role", "tabpanel");
		// Title for print, in which tab buttons are hidden.
		panel.setAttribute("data-title", titles[at] ?? "");
		panel.setAttribute("aria-labelledby", `${id}-${at}`);
		panel.addEventListener("beforematch", () => select(at, false));
		buttons[at]?.addEventListener("click", () => choose(titles[at] ?? "", group, at));
	}
	list.addEventListener("keydown", (event) => {
		const to = target(event, buttons.indexOf(event.target as HTMLButtonElement), buttons.length);
		if (to === undefined) return;
		event.preventDefault();
		choose(titles[to] ?? "", group, to);
	});
	for (const label of labels) label.remove();
	box.prepend(list);
	const checked = labels.findIndex((label) => label.querySelector("input")?.checked);
	select(Math.max(0, checked), false);
	const remove = () => {
		list.remove();
		for (const [at, panel] of panels.entries()) {
			for (const attribute of ["id", "role", "aria-labelledby", "data-title", "hidden"])
				panel.removeAttribute(attribute);
			const label = labels[at];
			if (label) panel.before(label);
		}
	};
	return { group, remove };
}

function makeButton(title: string, id: string): HTMLButtonElement {
	const button = document.createElement("button");
	button.type = "button";
	button.id = id;
	button.className = "tab";
	button.setAttribute("role", "tab");
	button.setAttribute("aria-controls", `${id}-panel`);
	button.textContent = title;
	return button;
}

/** Returns the index of the tab that a key selects, from tab `at` of `count`; undefined for other keys. */
export function target({ key }: { key: string }, at: number, count: number): number | undefined {
	if (key === "ArrowRight") return (at + 1) % count;
	if (key === "ArrowLeft") return (at + count - 1) % count;
	if (key === "Home") return 0;
	if (key === "End") return count - 1;
	return undefined;
}

/** Decodes a fragment; a fragment with malformed percent-encoding, such as `#100%`, is returned unchanged. */
function decoded(fragment: string): string {
	try {
		return decodeURIComponent(fragment);
	} catch {
		return fragment;
	}
}

/** Opens the tabs that contain the target of the URL's fragment. */
function revealTarget(): void {
	const id = decoded(window.location.hash.slice(1));
	let panel = id === "" ? null : document.getElementById(id)?.closest(".tab-panel[hidden]");
	while (panel) {
		panel.dispatchEvent(new Event("beforematch"));
		panel = panel.parentElement?.closest(".tab-panel[hidden]");
		document.getElementById(id)?.scrollIntoView();
	}
}

/** Chosen tab titles, most recent first. */
function recall(): string[] {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(remembered) ?? "[]");
		return Array.isArray(stored) ? stored.filter((title) => typeof title === "string") : [];
	} catch {
		return [];
	}
}

function remember(title: string): void {
	try {
		const others = recall().filter((other) => other !== title);
		localStorage.setItem(remembered, JSON.stringify([title, ...others].slice(0, 20)));
	} catch {
		// Storage is blocked.
	}
}
