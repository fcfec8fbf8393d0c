// The respondent's side: only this file knows the choice, and the choice never leaves it.
import { createRespondent } from './adobest.js'

const LIMITS = { epsilon: 1, categories: 5, budget: 1 }
const form = document.querySelector('form')
const status = document.getElementById('status')
const spent = () => Number(localStorage.getItem('spent') ?? 0)

form.addEventListener('submit', async event => {
  event.preventDefault()
  const choice = Number(new FormData(form).get('choice'))
  try {
    const { id, request } = await (await fetch('request')).json()
    // The request is audited before it is answered: a server cannot ask for more than the limits.
    const person = createRespondent({ ...LIMITS, spent: spent() })
    const response = person.respond(request, choice)
    // Stored before anything is sent: a person who answers twice has given away twice as much.
    localStorage.setItem('spent', String(person.spent))
    await fetch('answer', { method: 'POST', body: JSON.stringify({ id, response }) })
    status.textContent = `Sent: ${JSON.stringify(response)}. That is all that anybody learns. Thank you.`
    form.hidden = true
  } catch (error) {
    status.textContent = `Nothing was sent: ${error.message}.`
  }
})
