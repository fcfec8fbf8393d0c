import type { DefaultTheme } from 'vitepress'

/** Sidebars, by the first part of a page's path. */
export type Menu = Record<string, DefaultTheme.SidebarItem[]>
