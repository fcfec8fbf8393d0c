import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kept, stateOf } from '../../notebooks/render/kept.ts'
import { fix, people, percent } from '../findings/finding.ts'
import { CATEGORIES, EPSILON, type Frame, playCollection, QUESTION, TRUTH } from '../theme/home/collection.ts'
import { playedPage } from './guides.ts'
import { numberOf, readTable, rowOf } from './table.ts'

/** Seed of the first crowd on the page. */
const SEED = 1

/** Writes the home page. Its figures come from the tables of the experiments, its code is run. */
export async function writeHome(folder: string): Promise<void> {
  const from = [await stateOf('src'), await stateOf('site/theme/home')]
  const frames = await kept('home', from, () => [...playCollection(SEED)])
  const code = await playedPage('site/home.ts')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.md'), homePage(frames, code))
}

export function homePage(frames: readonly Frame[], code: string): string {
  const stage = {
    question: QUESTION,
    categories: CATEGORIES,
    truth: TRUTH,
    epsilon: EPSILON,
    seed: SEED,
    first: frames[0],
    last: frames.at(-1),
  }
  return `---
layout: page
title: adobest
titleTemplate: Frequencies under local differential privacy
---

<script setup>
import HomePage from '../../site/theme/home/HomePage.vue'
const stage = ${JSON.stringify(stage)}
const worth = ${JSON.stringify([posterior(), channel(), questions()])}
</script>

<HomePage :stage="stage" :worth="worth">

${code}

</HomePage>
`
}

/** Short numbers are written without the zero before the point. */
const short = (error: number) => fix(error).replace(/^0/, '')

function posterior() {
  const rows = readTable('ablation/ablation.csv')
  const at = (name: string) =>
    numberOf(rows, { rho: 0.1, epsilon: 1, strategy: 'srr', posterior: name }, 'totalVariation')
  const published = at('published SGLD with prior 1')
  const learnt = at('exact with a learnt prior')
  return {
    title: 'An exact posterior',
    link: '/findings/posterior.html',
    bars: [
      { label: 'as published', value: published, text: short(published), ours: false },
      { label: 'exact, learnt prior', value: learnt, text: short(learnt), ours: true },
    ],
    text: `The same answers, read by exact draws with a learnt prior, leave ${percent(learnt / published)} of the error. Total variation, 20 categories, 10,000 people, ε = 1.`,
  }
}

function channel() {
  const rows = readTable('frontier/all.csv')
  const cells = { truthName: 'dirichlet:0.1', epsilon: 1 }
  const names = ['srr', 'subset-selection', 'auto']
  const [srr, sets, auto] = names.map(strategy => numberOf(rows, { ...cells, strategy }, 'totalVariation'))
  const row = rowOf(rows, { ...cells, strategy: 'auto' })
  const behind = Number(row['less best'])
  return {
    title: 'The right channel, chosen',
    link: '/findings/channel.html',
    bars: [
      { label: 'randomized response', value: srr, text: short(srr), ours: false },
      { label: 'subset selection', value: sets, text: short(sets), ours: false },
      { label: 'auto', value: auto, text: short(auto), ours: true },
    ],
    text: `Asking for sets leaves ${percent(sets / srr)} of the error, and auto finds that by itself. Adapting adds nothing here that 50 crowds can show: auto is ${
      behind < 0 ? 'ahead' : 'behind'
    } by ${short(Math.abs(behind))} ± ${short(Number(row['error of it']))}.`,
  }
}

function questions() {
  const rows = readTable('goals/people.csv')
  const at = (column: string) =>
    numberOf(rows, { goal: 'within', truth: 'dirichlet:1', K: 20, epsilon: 1 }, column)
  const bars = [
    { label: 'subset selection', column: 'people subset-selection', ours: false },
    { label: 'asked directly', column: 'people auto', ours: true },
    { label: 'knowing the truth', column: 'people oracle', ours: false },
  ]
  return {
    title: 'Questions that stop',
    link: '/findings/questions.html',
    bars: bars.map(({ label, column, ours }) => ({
      label,
      value: at(column),
      text: people(at(column)),
      ours,
    })),
    text: `“How frequent is this one, to ±3 points?” takes ${percent(at('ratio auto'))} of the people. Here adapting to the question is what pays.`,
  }
}
