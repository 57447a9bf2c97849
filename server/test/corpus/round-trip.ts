import { dicomwebRoot, StoreResponse } from '@fornix/contract'
import type { FastifyInstance } from 'fastify'
import { stowBody, stowType } from '../stow.ts'

/** What became of one file: why it was refused, or how it is shown, and what went wrong on the way. */
export type Outcome = { stored: boolean; reason: string; shown: string; problems: string[] }

const shownAs: Record<string, string> = { 'image/png': 'picture', 'text/html': 'page', 'application/pdf': 'PDF' }

/** Stores a file, lists it, reads it back and shows it, as somebody whose project holds nothing else. */
export const roundTrip = async (app: FastifyInstance, token: string, bytes: Buffer): Promise<Outcome> => {
  const headers = { authorization: `Bearer ${token}` }
  const get = (path: string, accept: string) =>
    app.inject({ url: dicomwebRoot + path, headers: { ...headers, accept } })
  const answer = await app.inject({
    method: 'POST',
    url: `${dicomwebRoot}/studies/`,
    payload: stowBody([bytes]),
    headers: { ...headers, 'content-type': stowType },
  })
  const { refused, studies } = StoreResponse.parse(answer.json())
  if (answer.statusCode === 409) {
    const [why] = refused
    return { stored: false, reason: why?.reason ?? '?', shown: '', problems: why ? [] : ['refused without a reason'] }
  }
  if (answer.statusCode !== 200)
    return { stored: false, reason: '', shown: '', problems: [`STOW ${answer.statusCode}`] }

  const problems: string[] = []
  const [study] = studies
  const listed = (await get(`/studies/${study}/instances`, 'application/dicom+json')).json()
  if (!Array.isArray(listed) || listed.length !== 1) problems.push('not listed')
  const [series, instance] = ['0020000E', '00080018'].map((tag) => String(listed[0]?.[tag]?.Value?.[0]))
  const path = `/studies/${study}/series/${series}/instances/${instance}`
  const file = await get(path, 'application/dicom')
  if (!file.rawPayload.equals(bytes)) problems.push('comes back changed')
  const metadata = await get(`${path}/metadata`, 'application/dicom+json')
  if (metadata.statusCode !== 200) problems.push(`metadata ${metadata.statusCode}`)

  const picture = await get(`${path}/rendered`, '*/*')
  const [type = ''] = String(picture.headers['content-type']).split(';')
  if (picture.statusCode === 200) return { stored: true, reason: '', shown: shownAs[type] ?? `? ${type}`, problems }
  if (picture.statusCode !== 422 && picture.statusCode !== 406) problems.push(`rendered ${picture.statusCode}`)
  return { stored: true, reason: '', shown: `not shown: ${picture.json().code}`, problems }
}
