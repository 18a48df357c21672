/** Logo of three lines: roof, beam, and gate. */
export function Logo() {
	return (
		<svg className="mark" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
			<path d="M2.5 11.5C7 11 9.5 9 10.5 6h11c1 3 3.5 5 8 5.5" />
			<path d="M5 16h22" />
			<path d="M8.5 28V16M23.5 28V16" />
		</svg>
	);
}
