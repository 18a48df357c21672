import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { VersionNotice } from "@/docs/VersionNotice";
import { VersionSwitch } from "@/docs/VersionSwitch";
import type { VersionPlace } from "@/shared/http/types";
import { renderPage } from "@/testing/page";

afterEach(cleanup);

const versions: VersionPlace[] = [
	{ name: "4.0-rc", label: "4.0 RC", state: "unreleased", url: "/index/en/docs/@4.0-rc/a", has_page: true },
	{ name: "3.0", label: "3.0", state: "current", url: "/index/en/docs/a", has_page: true },
	{ name: "2.1", label: "2.1", state: "maintained", url: "/index/en/docs/@2.1/a", has_page: true },
	{ name: "1.0", label: "1.0", state: "ended", url: "/index/en/docs/@1.0", has_page: false },
];

test("version links show the version state and keep the fragment", () => {
	renderPage(<VersionSwitch places={versions} version="2.1" />, { path: "/en/docs/@2.1/a#then" });
	const links = screen.getAllByRole("link", { hidden: true });
	expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
		["4.0 RCnot released yet", "/en/docs/@4.0-rc/a#then"],
		["3.0current", "/en/docs/a#then"],
		["2.1", "/en/docs/@2.1/a#then"],
		["1.0no longer maintainedpage not in this version", "/en/docs/@1.0"],
	]);
	expect(links.map((link) => link.getAttribute("aria-current"))).toEqual([null, null, "true", null]);
	expect(screen.getByText("Version 2.1")).toBeTruthy();
});

test("site with one version has no version switch", () => {
	renderPage(<VersionSwitch places={[]} version={null} />, { path: "/en/docs/a" });
	expect(screen.queryByRole("group")).toBeNull();
});

test("current version without a label has a default name", () => {
	const unnamed = versions.map((item) => (item.state === "current" ? { ...item, name: "", label: "" } : item));
	renderPage(<VersionSwitch places={unnamed} version={null} />, { path: "/zh/docs/a" });
	expect(screen.getAllByText("当前版本")).toHaveLength(2);
});

test.each([
	["en", "2.1", true, "You are reading version 2.1.The current version is 3.0.Read this page in the current version"],
	["zh", "1.0", true, "您正在阅读 1.0 版文档，该版本已停止维护。当前版本是 3.0。阅读当前版本的本页"],
	[
		"en",
		"4.0-rc",
		false,
		"You are reading version 4.0 RC, which is not released yet.The current version is 3.0.This page does not exist in the current version. Read the closest page",
	],
])("notice in %s contains the displayed version %s", (segment, version, hasPage, expected) => {
	const places = versions.map((item) => (item.state === "current" ? { ...item, has_page: hasPage } : item));
	renderPage(<VersionNotice page={{ version, versions: places }} />, { path: `/${segment}/docs/@${version}/a` });
	const notice = screen.getByRole("complementary");
	expect(notice.textContent).toBe(expected);
	expect(within(notice).getByRole("link").getAttribute("href")).toBe("/en/docs/a");
});

test("page of the current version shows no version notice", () => {
	renderPage(<VersionNotice page={{ version: null, versions }} />, { path: "/en/docs/a" });
	expect(screen.queryByRole("complementary")).toBeNull();
});
