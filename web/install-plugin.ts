import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageAddresses } from '@fornix/contract'
import sharp from 'sharp'
import type { Plugin } from 'vite'

/** The mark on a ground without corners, for systems that cut icons into a shape of their own: 6 units around it are theirs. */
const onFullGround = (mark: string) =>
  mark
    .replace('viewBox="0 0 32 32"', 'viewBox="-6 -6 44 44"')
    .replace('<rect width="32" height="32" rx="7"', '<rect x="-6" y="-6" width="44" height="44"')

const icons = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, purpose: 'maskable' },
  { file: 'icon-touch-180.png', size: 180, purpose: 'apple' },
] as const

const drawn = (mark: string, { size, purpose }: (typeof icons)[number]) =>
  sharp(Buffer.from(purpose === 'any' ? mark : onFullGround(mark)), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer()

/** The server adds the project's name. */
const manifestOf = (addressOf: (file: string) => string) => ({
  id: '/',
  start_url: pageAddresses.profile,
  scope: '/',
  display: 'standalone',
  lang: 'en-US',
  theme_color: '#ffffff',
  background_color: '#ffffff',
  icons: icons
    .filter(({ purpose }) => purpose !== 'apple')
    .map(({ file, size, purpose }) => ({
      src: addressOf(file),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  shortcuts: [
    { name: 'Appointments', url: pageAddresses.patientTab('appointment') },
    { name: 'Scans', url: pageAddresses.scan },
    { name: 'Files', url: pageAddresses.files },
    { name: 'Claims', url: pageAddresses.patientTab('reimbursement') },
  ],
})

/** What a home screen needs: icons drawn from the mark, and the manifest that names them. */
export const installable = (): Plugin => {
  let root = ''
  return {
    name: 'installable',
    apply: (_config, { command, mode, isSsrBuild }) => command === 'build' && mode !== 'prerender' && !isSsrBuild,
    configResolved: (config) => {
      root = config.root
    },
    async generateBundle() {
      const mark = await readFile(join(root, 'src/theme/mark.svg'), 'utf8')
      const references = new Map<string, string>()
      for (const icon of icons)
        references.set(icon.file, this.emitFile({ type: 'asset', name: icon.file, source: await drawn(mark, icon) }))
      const addressOf = (file: string) => `/${this.getFileName(references.get(file) ?? '')}`
      this.emitFile({
        type: 'asset',
        fileName: 'manifest.webmanifest',
        source: JSON.stringify(manifestOf(addressOf)),
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const icon = Object.values(bundle ?? {}).find(
          (file) => file.type === 'asset' && file.names.includes('icon-touch-180.png'),
        )
        return [{ tag: 'link', attrs: { rel: 'apple-touch-icon', href: `/${icon?.fileName}` }, injectTo: 'head' }]
      },
    },
  }
}
