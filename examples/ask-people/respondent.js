// What the page needs of the package; a bundler makes one file of it, `adobest.js`.
export { createRespondent } from 'adobest'
