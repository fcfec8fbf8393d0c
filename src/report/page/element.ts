type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>

/** Makes an HTML element. An attribute that is a function is a listener of the event of that name; `true` stands for an attribute without a value. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name, value)
    else if (value !== false) created.setAttribute(name, value === true ? '' : String(value))
  }
  created.append(...children)
  return created
}

/** The element of the page with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no element #${id}`)
  return found as T
}
