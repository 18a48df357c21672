// @ts-check
const config = {
	title: 'A site',
	i18n: { defaultLocale: 'en', locales: ['en', 'zh-Hans'] },
	presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]],
	plugins: [
		['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/docs/old-intro', to: '/docs/intro' }] }],
	],
};

export default config;
