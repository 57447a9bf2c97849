import { keysOf } from './objects.ts'

/** Whether the law allows a refusal without a review or with one, or does not count it as a refusal at all, only as an obstacle. */
type GroundKind = 'unreviewable' | 'reviewable' | 'no_denial'
type Ground = {
  kind: GroundKind
  /** In 45 CFR. */
  source: string
  /** The patient's wording. */
  text: string
}

/** Why a request for one's own images may be declined: the law's list is closed. */
export const refusalGrounds = {
  form_incomplete: {
    kind: 'no_denial',
    source: '164.508(c)',
    text: 'The form that you signed is not complete.',
  },
  form_signer: {
    kind: 'no_denial',
    source: '164.514(h)',
    text: 'The form was not signed by the person it names.',
  },
  not_held: {
    kind: 'no_denial',
    source: '164.524(d)(3)',
    text: 'We do not have these images. If we know who has them, we tell you here who to ask.',
  },
  danger: {
    kind: 'reviewable',
    source: '164.524(a)(3)(i)',
    text: 'A licensed health professional looked at your request. They found that seeing these images could put you or someone else in danger.',
  },
  harm_to_other: {
    kind: 'reviewable',
    source: '164.524(a)(3)(ii)',
    text: 'The images show something about another person. A licensed health professional found that letting you see them could do great harm to that person.',
  },
  representative: {
    kind: 'reviewable',
    source: '164.524(a)(3)(iii)',
    text: 'Someone else made this request for the patient. A licensed health professional found that if this person gets the images, it could do great harm to the patient or to someone else.',
  },
  legal_proceeding: {
    kind: 'unreviewable',
    source: '164.524(a)(2)(i)',
    text: 'The images were put together for a court case or a similar case.',
  },
  research: {
    kind: 'unreviewable',
    source: '164.524(a)(2)(iii)',
    text: 'The images are part of a research study that is still going on. When you joined it, you agreed to wait until it ends. You can get them then.',
  },
  confidential: {
    kind: 'unreviewable',
    source: '164.524(a)(2)(v)',
    text: 'Someone other than a health professional gave us this in confidence. Showing it could reveal who that was.',
  },
} as const satisfies Record<string, Ground>

export type RefusalGround = keyof typeof refusalGrounds
export const refusalGroundNames = keysOf(refusalGrounds)

/** Not a denial: the request can be made again once the obstacle is gone, and its clock goes on. */
export const isDenial = (ground: RefusalGround) => refusalGrounds[ground].kind !== 'no_denial'

/** The obstacle is gone once the form is signed again. */
export const isAboutForm = (ground: RefusalGround) => ground === 'form_incomplete' || ground === 'form_signer'
