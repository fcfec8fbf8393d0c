type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>

/** Makes an HTML element. A function is a listener, under the name of its event; `true` an attribute without a value. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value)
    else if (value !== false) made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children)
  return made
}

/** The element of the page with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no element #${id}`)
  return found as T
}
