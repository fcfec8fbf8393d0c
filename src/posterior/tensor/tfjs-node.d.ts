/** The optional package, imported for what it registers; declared here because it may not be installed. */
declare module '@tensorflow/tfjs-node' {}
