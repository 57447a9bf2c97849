/** What language-plugin.ts builds from the folder `languages`. */
declare module 'virtual:languages' {
  import type { Catalogue } from './format.ts'

  const languages: Record<string, { name: string; locale: string; load: () => Promise<{ default: Catalogue }> }>
  export default languages
}
