// The respondent's side: only this file knows the choice, and the choice never leaves it.
import { createRespondent } from './adobest.js'

const LIMITS = { epsilon: 1, categories: 5, budget: 1 }
const form = document.querySelector('form')
const status = document.getElementById('status')
const spent = () => Number(localStorage.getItem('spent') ?? 0)

form.addEventListener('submit', async event => {
  event.preventDefault()
  const choice = Number(new FormData(form).get('choice'))
  let answer
  try {
    const { id, request } = await ask('request')
    // The request is audited before it is answered: a server cannot ask for more than the limits.
    const person = createRespondent({ ...LIMITS, spent: spent() })
    const response = person.respond(request, choice)
    // Stored before anything is sent: a person who answers twice has given away twice as much.
    localStorage.setItem('spent', String(person.spent))
    answer = JSON.stringify({ id, response })
    await ask('answer', { method: 'POST', body: answer })
    status.textContent = `Sent: ${JSON.stringify(response)}. That is all that anybody learns. Thank you.`
    form.hidden = true
  } catch (error) {
    status.textContent = `${answer === undefined ? 'Nothing was sent' : 'Your answer was not counted'}: ${error.message}.`
  }
})

/** What the server replies, if it does not refuse. */
async function ask(address, options) {
  const reply = await fetch(address, options)
  const body = await reply.json()
  if (!reply.ok) throw new Error(body.error)
  return body
}
