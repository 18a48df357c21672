// Line icons on a grid of 24 px, in the text color. They are decorative: the control has the accessible name.

const paths = {
	search: "M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13Zm4.8-1.7L20 20",
	sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
	moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z",
	system: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 4v16M12 8h5.5M12 12h7.5M12 16h6",
	user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-4 3.8-5.5 7.5-5.5s6.7 1.5 7.5 5.5",
	copy: "M9 9h10.5v11.5H9zM5.5 15H4.5V3.5H15V5",
	check: "M5 12.5l4.5 4.5L19 7.5",
	close: "M6 6l12 12M18 6L6 18",
	forward: "M9 5l7 7-7 7",
	back: "M15 5l-7 7 7 7",
	tree: "M4 6h16M4 12h10M4 18h13",
	columns: "M4 5h7v14H4zM13 5h7v14h-7zM6.5 9h2M6.5 12.5h2M15.5 9h2M15.5 12.5h2",
	outline: "M4 6h16M8 12h12M8 18h9",
	bold: "M7 4.5h6a3.75 3.75 0 0 1 0 7.5H7ZM7 12h7a3.75 3.75 0 0 1 0 7.5H7Z",
	italic: "M10 4.5h8M6 19.5h8M14.5 4.5l-5 15",
	heading: "M6 4.5v15M18 4.5v15M6 12h12",
	list: "M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5",
	code: "M8 7l-5 5 5 5M16 7l5 5-5 5",
	link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
} as const;

export function Icon({ name }: { name: keyof typeof paths }) {
	return (
		<svg className="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
			<path d={paths[name]} />
		</svg>
	);
}
