import type { Chain, ImagingArchive, Requester } from '../../../clinic/imaging/archive/archive.ts'
import { syntaxTag } from '../../../clinic/imaging/archive/image-tags.ts'
import { onlyPart } from '../../../clinic/imaging/archive/only-part.ts'
import { textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { explicitLittleEndian } from '../../../clinic/imaging/dicom/transfer-syntaxes.ts'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { type Form, formsOf, notAcceptable } from '../accept.ts'

type RetrieveContext = { archive: ImagingArchive; scope: Scope; accept: string; requester: Requester }

/** How the chain's instances are stored; undefined for those where the archive does not say. */
const storedSyntaxes = async ({ archive, scope }: RetrieveContext, { instance, ...chain }: Chain) => {
  const all = await archive.instancesOf(scope, chain)
  const these = all.filter((tags) => instance === undefined || textOf(tags, '00080018') === instance)
  return new Set(these.map((tags) => textOf(tags, syntaxTag)))
}

/** The first form that can be sent: a transfer syntax is only declared if the data is in it. */
const givenForm = async (context: RetrieveContext, forms: Form[], chain: Chain, mayDecode: boolean) => {
  const needsSyntax = forms[0]?.syntax !== undefined
  const stored = needsSyntax ? await storedSyntaxes(context, chain) : new Set<string | undefined>()
  for (const { isSingle, syntax } of forms) {
    const isStored = syntax === undefined || (stored.size === 1 && stored.has(syntax))
    if (isStored) return { isSingle, arePlain: false }
    if (mayDecode && syntax === explicitLittleEndian && stored.size > 0) return { isSingle, arePlain: true }
  }
  // A missing instance is not found, in whatever form.
  if (stored.size === 0) return null
  throw notAcceptable('The images are not stored in this transfer syntax.')
}

const bare = (response: ArchiveResponse, type: string): ArchiveResponse => ({
  isInMemory: response.isInMemory ?? false,
  headers: { 'content-type': type },
  body: onlyPart(response),
})

/** The files of a chain, byte for byte as stored. */
export const filesIn = async (context: RetrieveContext, chain: Chain) => {
  const type = 'application/dicom'
  const forms = formsOf(context.accept, type, chain.instance !== undefined)
  const form = await givenForm(context, forms, chain, false)
  const response = form && (await context.archive.files(context.scope, chain, context.requester.signal))
  return response && form.isSingle ? bare(response, type) : response
}

/** Frames as stored, or as plain pixels if requested. */
export const framesIn = async (context: RetrieveContext, chain: Required<Chain>, numbers: number[]) => {
  const type = 'application/octet-stream'
  const forms = formsOf(context.accept, type, numbers.length === 1)
  const form = await givenForm(context, forms, chain, true)
  const response =
    form && (await context.archive.frames(context.scope, chain, numbers, context.requester, form.arePlain))
  return response && form.isSingle ? bare(response, type) : response
}

export const bulkDataIn = async (context: RetrieveContext, chain: Required<Chain>, tag: string) => {
  const type = 'application/octet-stream'
  const [form] = formsOf(context.accept, type, true)
  const response = await context.archive.bulkData(context.scope, chain, tag.toUpperCase(), context.requester.signal)
  return response && form?.isSingle ? bare(response, type) : response
}
