import { withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './fonts.css'
import './tokens.css'
import './site.css'

/** The look of the site: VitePress's own layout, in the project's type and colours. */
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'not-found': () =>
        h('main', { class: 'missing vp-doc' }, [
          h('h1', 'There is no such page.'),
          h('p', h('a', { href: withBase('/') }, 'To the beginning')),
        ]),
    }),
}
