/** @type {import('@docusaurus/plugin-content-docs').SidebarsConfig} */
const sidebars = {
	tutorial: [
		'hello',
		{ type: 'category', label: 'Basics', items: ['basics/first', { type: 'doc', id: 'basics/second', label: 'Then' }] },
		{ type: 'link', label: 'Elsewhere', href: 'https://example.org' },
		'advanced/advanced',
	],
};

module.exports = sidebars;
