import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import katex from 'katex'
import texmath from 'markdown-it-texmath'
import { Application, Converter, type TypeDocOptions } from 'typedoc'

const ROOT = join(import.meta.dirname, '../..')
const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string }

/** The parts of the package, by the names that TypeDoc gives to their sources. */
const PARTS: Readonly<Record<string, string>> = {
  src: name,
  'src/node': `${name}/node`,
  'src/tensors': `${name}/tensors`,
  'src/contract': `${name}/contract`,
}

/** Sets formulas as MathML, which browsers draw without additional fonts or scripts. */
const ENGINE = { renderToString: katex.renderToString, ParseError: katex.ParseError }

/**
 * Writes the site into a folder: the documents, and a page for every public name, from its doc comment.
 *
 * @param data the file to which the reference is also written as JSON, for tests
 * @throws Error if TypeDoc reports one
 */
export async function writeReference(
  documents: readonly string[],
  home: string,
  out: string,
  data: string,
): Promise<void> {
  const options: TypeDocOptions = {
    // This differs from the name of the core, which is one of the parts.
    name: `${name} docs`,
    entryPoints: ['index', 'node', 'tensors', 'contract'].map(part => join(ROOT, `src/${part}.ts`)),
    tsconfig: join(ROOT, 'tsconfig.json'),
    // Types are checked separately, by `npm run check`.
    skipErrorChecking: true,
    readme: home,
    projectDocuments: [...documents],
    out,
    disableGit: true,
    sourceLinkTemplate: 'site:sources/src/{path}.html#L{line}',
    basePath: ROOT,
    navigationLinks: { Playground: 'site:play/index.html' },
    customCss: join(ROOT, 'site/theme/site.css'),
    // The names of each part are listed on a page of its own.
    navigationLeaves: Object.values(PARTS),
    navigation: { includeGroups: true, includeCategories: false, includeFolders: false },
    groupOrder: ['Learn', 'Guides', 'Background', 'Modules', '*'],
    sort: ['documents-last', 'alphabetical-ignoring-documents', 'source-order'],
    sortEntryPoints: false,
    excludeExternals: true,
    favicon: join(ROOT, 'site/theme/favicon.svg'),
    visibilityFilters: {},
    searchInComments: true,
    searchInDocuments: true,
    includeHierarchySummary: false,
    hideGenerator: true,
    highlightLanguages: ['typescript', 'javascript', 'bash', 'json', 'python', 'html', 'r'],
    lightHighlightTheme: 'github-light-high-contrast',
    darkHighlightTheme: 'github-dark-high-contrast',
    validation: { notExported: false, invalidLink: true, invalidPath: true },
    suppressCommentWarningsInDeclarationFiles: true,
    logLevel: 'Warn',
    markdownItLoader: parser => {
      parser.use(texmath, { engine: ENGINE, delimiters: 'dollars', katexOptions: { output: 'mathml' } })
    },
  }
  const app = await Application.bootstrapWithPlugins(options)
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (reflection.name in PARTS && reflection.parent?.isProject()) reflection.name = PARTS[reflection.name]
  })
  const project = await app.convert()
  if (project) {
    await app.generateOutputs(project)
    await app.generateJson(project, data)
  }
  if (project === undefined || app.logger.hasErrors()) throw new Error('TypeDoc could not make the reference')
}
