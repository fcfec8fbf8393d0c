import type { DefaultTheme } from 'vitepress'

/** What stands beside the text, by the first part of a page's path. */
export type Menu = Record<string, DefaultTheme.SidebarItem[]>
