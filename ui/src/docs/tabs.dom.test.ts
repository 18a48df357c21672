import { afterEach, expect, test } from "vitest";
import { makeTabs, target } from "@/docs/tabs";

const group = (name: string, titles: string[]) => {
	const tabs = titles.map(
		(title, at) =>
			`<label class="tab"><input type="radio" name="${name}" ${at === 0 ? "checked" : ""}>${title}</label>
			<div class="tab-panel"><p id="${name}-${at}">${title}</p></div>`,
	);
	return `<div class="tabs">${tabs.join("")}</div>`;
};

const page = (...groups: string[]) => {
	document.body.innerHTML = groups.join("");
	return makeTabs(document.querySelectorAll(".tabs"), "Choices");
};

const selectedTabs = () => [...document.querySelectorAll('[aria-selected="true"]')].map((tab) => tab.textContent);
const tab = (at: number) => document.querySelectorAll<HTMLButtonElement>('[role="tab"]')[at];

afterEach(() => {
	localStorage.clear();
	window.location.hash = "";
});

test("tabs with the same title switch together", () => {
	page(group("a", ["npm", "pnpm"]), group("b", ["yarn", "npm"]), group("c", ["x", "y"]));
	expect(selectedTabs()).toEqual(["npm", "yarn", "x"]);
	tab(3)?.click();
	expect(selectedTabs()).toEqual(["npm", "npm", "x"]);
	tab(5)?.click();
	page(group("d", ["yarn", "npm"]), group("e", ["x", "y"]));
	expect(selectedTabs()).toEqual(["npm", "y"]);
});

test("only the panel of the selected tab is visible", () => {
	page(group("a", ["npm", "pnpm"]));
	tab(1)?.click();
	const panels = [...document.querySelectorAll('[role="tabpanel"]')];
	expect(panels.map((panel) => panel.hasAttribute("hidden"))).toEqual([true, false]);
	expect(panels[1]?.getAttribute("aria-labelledby")).toBe(tab(1)?.id);
	expect([tab(0)?.tabIndex, tab(1)?.tabIndex]).toEqual([-1, 0]);
});

test("URL fragment opens the tab panel that contains its target", () => {
	window.location.hash = "#a-1";
	page(group("a", ["npm", "pnpm"]));
	expect(selectedTabs()).toEqual(["pnpm"]);
});

test("cleanup turns the ARIA tabs back into radio buttons", () => {
	const before = group("a", ["npm", "pnpm"]);
	const undo = page(before);
	undo();
	const titles = [...document.querySelectorAll("label.tab + .tab-panel")].map((panel) => panel.textContent);
	expect(titles).toEqual(["npm", "pnpm"]);
	expect(document.querySelector("[role]")).toBeNull();
});

test.each([
	["ArrowRight", 2, 0],
	["ArrowLeft", 0, 2],
	["Home", 2, 0],
	["End", 0, 2],
	["Enter", 1, undefined],
])("key %s at tab %i of three tabs selects tab %s", (key, at, to) => {
	expect(target({ key }, at, 3)).toBe(to);
});
