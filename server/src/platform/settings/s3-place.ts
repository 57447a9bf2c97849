import { toError } from '../base/unknown-error.ts'

export type S3Place = { bucket: string; prefix: string; endpoint: string | undefined; region: string }

/** Parses `s3://bucket/folder?endpoint=https://…&region=…`; throws a message for the operator. */
export const s3Place = (address: string): S3Place => {
  const { hostname: bucket, pathname, searchParams, username } = new URL(address)
  const unknown = [...searchParams.keys()].filter((name) => !['endpoint', 'region'].includes(name))
  if (unknown.length > 0) throw new Error('knows endpoint and region, and nothing else')
  if (username) throw new Error('takes no secrets; they are S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new Error('needs the name of a bucket: s3://bucket')
  const endpoint = searchParams.get('endpoint') ?? undefined
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error('needs an http or https address as its endpoint')
  const region = searchParams.get('region') ?? (endpoint ? 'us-east-1' : undefined)
  if (!region) throw new Error('needs a region, or the endpoint of a server')
  const folder = pathname.replace(/^\/+|\/+$/g, '')
  return { bucket, prefix: folder && `${folder}/`, endpoint, region }
}

/** What is wrong with the location for files, without repeating any of it. */
export const placeProblem = (address: string | undefined) => {
  if (!address || address.startsWith('file:')) return undefined
  if (!URL.canParse(address) || !address.startsWith('s3:')) return 'needs a file: folder or an s3: bucket'
  try {
    s3Place(address)
  } catch (error) {
    return toError(error).message
  }
  return undefined
}
