/**
 * Writes the reference: a page of Markdown for every public name, from its doc comment. It is a separate program, so that it runs in
 * parallel with the notebooks.
 *
 *     tsx site/build/reference.ts FOLDER DATA.json
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application, Converter } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'

const ROOT = join(import.meta.dirname, '../..')
const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string }

/** The parts of the package, by the names that TypeDoc gives to their sources. */
const PARTS: Readonly<Record<string, string>> = {
  src: name,
  'src/node': `${name}/node`,
  'src/tensors': `${name}/tensors`,
  'src/contract': `${name}/contract`,
}

const MARKDOWN: Partial<PluginOptions> = {
  outputFileStrategy: 'members',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hideGroupHeadings: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: { hideSources: true, hideInherited: true, hideModifiers: true },
  sanitizeComments: true,
  pageTitleTemplates: { member: '{name}', module: '{name}', index: 'Reference' },
}

const [out, data] = process.argv.slice(2)
const app = await Application.bootstrapWithPlugins({
  // This differs from the name of the core, which is one of the parts.
  name: `${name} docs`,
  entryPoints: ['index', 'node', 'tensors', 'contract'].map(part => join(ROOT, `src/${part}.ts`)),
  plugin: ['typedoc-plugin-markdown'],
  tsconfig: join(ROOT, 'tsconfig.json'),
  // Types are checked separately, by `npm run check`.
  skipErrorChecking: true,
  outputs: [{ name: 'markdown', path: out }],
  readme: 'none',
  disableGit: true,
  sourceLinkTemplate: '/sources/src/{path}.html#L{line}',
  basePath: ROOT,
  sortEntryPoints: false,
  excludeExternals: true,
  hideGenerator: true,
  validation: { notExported: false, invalidLink: true, invalidPath: true },
  suppressCommentWarningsInDeclarationFiles: true,
  logLevel: 'Warn',
  ...MARKDOWN,
})
app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
  if (reflection.name in PARTS && reflection.parent?.isProject()) reflection.name = PARTS[reflection.name]
})
const project = await app.convert()
if (project) {
  // Members inherited from the language have no source here.
  for (const reflection of Object.values(project.reflections)) {
    if (!reflection.isDeclaration() && !reflection.isSignature()) continue
    if (reflection.sources?.some(({ fileName }) => fileName.includes('node_modules')))
      delete reflection.sources
  }
  await app.generateOutputs(project)
  await app.generateJson(project, data)
}
if (project === undefined || app.logger.hasErrors()) throw new Error('TypeDoc could not make the reference')
