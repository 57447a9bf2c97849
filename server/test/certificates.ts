import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export const openssl = (...words: string[]) => promisify(execFile)('openssl', words)
/** Checks a detached CMS signature over content as openssl sees it; throws where that finds it broken. */
export const verifyCms = (files: { signature: string; content: string; trusted: string }, ...more: string[]) => {
  const of = ['-in', files.signature, '-content', files.content, '-CAfile', files.trusted]
  return openssl('cms', '-verify', '-binary', '-inform', 'DER', ...of, '-purpose', 'any', '-out', '/dev/null', ...more)
}
const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Tests that need certificates are skipped without it. */
export const hasOpenssl = await openssl('version').then(
  () => true,
  () => false,
)

/** A certificate authority of a test, made by openssl in that folder. */
export const authority = async (folder: string, name: string) => {
  const [certificate, secret] = [`${folder}/${name}.crt`, `${folder}/${name}.key`]
  await openssl('req', '-x509', ...key, '-days', '2', '-subj', `/CN=${name}`, '-keyout', secret, '-out', certificate)
  return {
    certificate,
    /** A server's certificate and key, for one host name and perhaps others, or for addresses (`IP:127.0.0.1`). */
    sign: async (host: string, names = `DNS:${host}`) => {
      const [signed, own, request] = ['crt', 'key', 'csr'].map((kind) => `${folder}/${name}-${host}.${kind}`) as [
        string,
        string,
        string,
      ]
      await openssl('req', ...key, '-subj', `/CN=${host}`, '-keyout', own, '-out', request)
      await writeFile(`${request}.ext`, `subjectAltName=${names}`)
      const by = ['-CA', certificate, '-CAkey', secret, '-CAcreateserial', '-days', '2', '-extfile', `${request}.ext`]
      await openssl('x509', '-req', '-in', request, ...by, '-out', signed)
      return { certificate: signed, key: own }
    },
  }
}
