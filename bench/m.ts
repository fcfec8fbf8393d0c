import { simulate, publicPrior, channelMatrix, audit } from '../src/index.ts'
console.log(channelMatrix(publicPrior({prior:[.3,.7,0],epsilon:1})), audit(publicPrior({prior:[.3,.6,.1],epsilon:1})))
const tv:any={}
for (let i=0;i<3;i++) { const t=performance.now(); const r=simulate({categories:20,truth:{dirichlet:.1},users:10000,groupSize:100,strategies:['srr','public-prior','public-prior:adaptive','subset-selection','fisher','semi:0.8'],epsilon:1,seed:i,publicPrior:new Array(20).fill(1)}); for (const x of r.runs) tv[x.strategy]=(tv[x.strategy]??0)+x.totalVariation/3; console.log(performance.now()-t) }
console.log(tv)
