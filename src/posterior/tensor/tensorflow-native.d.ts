/**
 * `@tensorflow/tfjs-node` on Node.js, imported for the backend that it registers; elsewhere a module that adds nothing. package.json maps
 * the name to these two. It is declared here because `@tensorflow/tfjs-node` may not be installed.
 */
declare module '#tensorflow-native' {}
