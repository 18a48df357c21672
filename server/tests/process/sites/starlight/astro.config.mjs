import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

export default defineConfig({
	redirects: { '/before': '/guides/start' },
	integrations: [
		starlight({
			title: 'A site',
			defaultLocale: 'root',
			locales: { root: { label: 'English', lang: 'en' }, 'zh-cn': { label: '中文', lang: 'zh-CN' } },
			sidebar: [
				{
					label: 'Guides',
					translations: { 'zh-CN': '指南' },
					items: [{ label: 'Begin', slug: 'guides/start' }, 'guides/more'],
				},
				{ label: 'Reference', autogenerate: { directory: 'reference' } },
			],
		}),
	],
});
