/**
 * `@tensorflow/tfjs-node` on Node.js, imported for what it registers, and elsewhere nothing new: package.json has the two.
 * Declared here because it may not be installed.
 */
declare module '#tensorflow-native' {}
