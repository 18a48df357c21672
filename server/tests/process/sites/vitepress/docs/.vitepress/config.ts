import { defineConfig } from 'vitepress'
import { apiPages } from './api'

export default defineConfig({
	locales: { root: { label: 'English', lang: 'en' }, zh: { label: '中文', lang: 'zh-CN' } },
	rewrites: { 'guide/start.md': 'old/start.md' },
	themeConfig: {
		sidebar: {
			// All items are literals, except for one item, which a function returns.
			'/guide/': { base: '/guide/', items: guide() },
			'/zh/guide/': [
				{
					text: '指南',
					items: [
						{ text: '开始吧', link: '/zh/guide/start' },
						{ text: '更多', link: '/zh/guide/more.html' },
					],
				},
			],
			'/api/': [
				{ text: 'API', link: '/api/' },
				{
					text: 'All',
					items: apiPages(),
				},
			],
		},
	},
})

function guide() {
	return [
		{ text: 'First', items: [{ text: 'Start', link: 'start' }] },
		{ text: 'Then', items: [{ text: 'More', link: 'more' }] },
	]
}
