type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>

/**
 * Makes an HTML element. A function as an attribute is a listener of the event with that name; `true` means an attribute without a value.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value)
    else if (value !== false) node.setAttribute(name, value === true ? '' : String(value))
  }
  node.append(...children)
  return node
}

/** The element of the page with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no element #${id}`)
  return found as T
}
