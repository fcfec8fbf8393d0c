export { default } from '../build/site-config.ts'
