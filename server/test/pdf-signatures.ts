import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { openssl } from './certificates.ts'

/** Debian's poppler-utils; `npm test` installs them where it can. */
export const hasPdfsig = existsSync('/usr/bin/pdfsig')

/** What pdfsig says of a PDF; `-nocert` because a certificate that signs itself is trusted by nobody beforehand. */
export const pdfsig = async (folder: string, pdf: Buffer) => {
  await writeFile(`${folder}/pdfsig.pdf`, pdf)
  // Its code is no 0 where a field waits for its signature, too.
  const { stdout } = spawn('pdfsig', ['-nocert', `${folder}/pdfsig.pdf`], { stdio: ['ignore', 'pipe', 'ignore'] })
  return (await buffer(stdout)).toString()
}

/** The words on all pages, as pdftotext reads them. */
export const pdfWords = async (folder: string, pdf: Buffer) => {
  await writeFile(`${folder}/words.pdf`, pdf)
  const { stdout } = spawn('pdftotext', [`${folder}/words.pdf`, '-'], { stdio: ['ignore', 'pipe', 'ignore'] })
  return (await buffer(stdout)).toString()
}

type Kind = { issuer?: string; padding?: number; list?: string }
/**
 * A time stamping authority of this test only: openssl answers. `issuer`: the `authority` that signs its certificate, which else signs
 * itself; `list`: where that one says what it has revoked. */
export const testTimeAuthority = async (folder: string, { issuer, padding = 0, list }: Kind = {}) => {
  const [key, certificate, config] = [`${folder}/tsa.key`, `${folder}/tsa.crt`, `${folder}/tsa.cnf`]
  await writeFile(
    config,
    `[req]\ndistinguished_name=dn\nx509_extensions=v3\n[dn]\n[v3]\nextendedKeyUsage=critical,timeStamping\nsubjectKeyIdentifier=hash${list ? `\ncrlDistributionPoints=URI:${list}` : ''}
[tsa]\ndefault_tsa=tsa1\n[tsa1]\nserial=${folder}/tsa.serial\nsigner_cert=${certificate}\nsigner_key=${key}\nsigner_digest=sha256
default_policy=1.2.3.4.1\ndigests=sha256\naccuracy=secs:1\ness_cert_id_alg=sha256\n`,
  )
  await writeFile(`${folder}/tsa.serial`, '01\n')
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Time', '-keyout', key, '-out', certificate]
  const signedBy = issuer ? ['-CA', `${issuer}.crt`, '-CAkey', `${issuer}.key`] : []
  await openssl('req', '-x509', ...made, ...signedBy, '-config', config)
  let answers = 0
  const server = createServer(async (request, response) => {
    const name = `${folder}/stamp-${answers++}`
    await writeFile(`${name}.tsq`, await buffer(request))
    await promisify(execFile)('openssl', [
      'ts',
      '-reply',
      '-config',
      config,
      '-queryfile',
      `${name}.tsq`,
      '-out',
      `${name}.tsr`,
    ])
    const token = Buffer.concat([await readFile(`${name}.tsr`), Buffer.alloc(padding)])
    response.setHeader('content-type', 'application/timestamp-reply').end(token)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    certificate,
    answers: () => answers,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The revocation list of an `authority` in that folder, as it stands now, at an address. */
export const testRevocationList = async (folder: string, issuer: string) => {
  const [config, index] = [`${folder}/crl.cnf`, `${folder}/crl.index`]
  await writeFile(config, `[ca]\ndefault_ca=c\n[c]\ndatabase=${index}\ndefault_md=sha256\ndefault_crl_days=1\n`)
  await writeFile(index, '')
  const by = ['-config', config, '-keyfile', `${issuer}.key`, '-cert', `${issuer}.crt`]
  let asked = 0
  let isThere = true
  const server = createServer(async (_, response) => {
    asked++
    if (!isThere) return response.writeHead(503).end()
    await openssl('ca', ...by, '-gencrl', '-out', `${folder}/crl.pem`)
    await openssl('crl', '-in', `${folder}/crl.pem`, '-outform', 'DER', '-out', `${folder}/crl.der`)
    response.end(await readFile(`${folder}/crl.der`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: () => asked,
    goAway: () => {
      isThere = false
    },
    revoke: (certificate: string) => openssl('ca', ...by, '-revoke', certificate),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
