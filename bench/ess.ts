import { stream } from '../src/random/stream.ts'
import { createTally } from '../src/posterior/tally.ts'
import { srr } from '../src/mechanism/srr.ts'
import { samplePosterior } from '../src/posterior/sample-posterior.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { createAlias } from '../src/random/categorical.ts'
const K=Number(process.argv[2]??20)
for (const eps of [1,3,5,8]) for (const rho of [.1,1]) { const rng=stream(1,K,eps,rho); const th=drawDirichlet(rng,new Array(K).fill(rho),new Float64Array(K)); const al=createAlias(th);
 const t=createTally(K); for(let i=0;i<10000;i++){ const m= srr({categories:K,epsilon:eps}); t.add(m,m.respond(al.draw(rng),rng)) }
 for (const prior of [1,'learned'] as const) for (const sampler of ['gibbs','hmc'] as const) {
 const t0=performance.now(); const r=samplePosterior(t,{sampler,prior,seed:1}); const ms=performance.now()-t0
 const mb=Math.min(...r.diagnostics.essBulk), mt=Math.min(...r.diagnostics.essTail)
 console.log(eps,rho,prior,sampler,'essB',mb.toFixed(0),'essT',mt.toFixed(0),'rhat',Math.max(...r.diagnostics.rhat).toFixed(3),ms.toFixed(0)+'ms','ESS/s',(mb/ms*1000).toFixed(0),'div',r.diagnostics.divergences, r.mean.reduce((s,v,i)=>s+Math.abs(v-th[i])/2,0).toFixed(4), r.concentration?.reduce((s,v)=>s+v/4000,0).toFixed(3)) } }
