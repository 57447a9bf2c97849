import { t } from '../../platform/language/t.ts'
import { type Side, viewpointOf } from './directions.ts'
import type { Image } from './images.ts'

/** The slice direction, named by the side from which the slices are viewed. */
const viewpoints: Record<Side, string> = {
  F: t(
    'Each picture is a slice across the body, like a slice of bread. The slices go from feet to head. You look at them from the feet.',
  ),
  H: t(
    'Each picture is a slice across the body, like a slice of bread. The slices go from feet to head. You look at them from the head.',
  ),
  A: t('Each picture is a slice from ear to ear. The slices go from front to back. You look at them from the front.'),
  P: t('Each picture is a slice from ear to ear. The slices go from front to back. You look at them from the back.'),
  L: t(
    'Each picture is a slice from front to back. The slices go from side to side. You look at them from the left side of the body.',
  ),
  R: t(
    'Each picture is a slice from front to back. The slices go from side to side. You look at them from the right side of the body.',
  ),
}

/** The way NiiVue draws planes, whatever the slices' direction. */
const volume = t(
  'The axial view looks from the feet, the coronal view from the front. In both, the right side of the body is on the left of the picture, and the left side is on the right. The sagittal view looks from the side.',
)

/** Of any modality. */
const scout = t('These are quick first pictures. They help the team to place the scan.')
/** Matches one of the words, between anything that is no letter: names join words with `_` and digits. */
const oneOf = (words: string) => new RegExp(`(?<![a-z])(${words})(?![a-z])`, 'i')
const scouts = oneOf('loc|locali[sz]ers?|scout|survey|topogram')
/** Which words in the name of an MR series mean which contrast; the first match counts. */
const contrasts: readonly [RegExp, string][] = [
  [oneOf('adc'), t('This kind of picture is a map of how water moves in the body. It is called ADC.')],
  // A map of T1 or T2 shows times, and looks different.
  [oneOf('maps?|mapping'), ''],
  [
    oneOf('dwi|diff|diffusion|dti|tracew?'),
    t('This kind of picture shows how water moves in the body. It is called diffusion.'),
  ],
  [oneOf('flair'), t('In this kind of picture the water around the brain is dark. It is called FLAIR.')],
  [oneOf('swi|swan|t2\\*'), t('This kind of picture shows veins and traces of iron. It is called SWI or T2*.')],
  [oneOf('tof|angio|angiography|mra'), t('This kind of picture shows blood as it flows in the vessels.')],
  [oneOf('(3d)?t2(?!\\d)w?'), t('In this kind of picture water is bright. It is called T2.')],
  [
    oneOf('(3d)?t1(?!\\d)w?|mprage|bravo|spgr'),
    t('In this kind of picture water is dark and fat is bright. It is called T1.'),
  ],
]
const kindOf = (name: string, modality: string) => {
  if (scouts.test(name)) return scout
  return modality === 'MR' ? contrasts.find(([words]) => words.test(name))?.[1] : undefined
}

const modalities: Record<string, string> = {
  MR: t('These pictures are made with a magnet and radio waves, without X-rays.'),
  CT: t('These pictures are made with X-rays from many sides. Bone is bright and air is dark.'),
  US: t('These pictures are made with sound waves.'),
  PT: t('These pictures show where a tracer went in the body.'),
}

/** What is on the left and on the right, keyed by the left side. */
const sides: Record<string, string> = {
  R: t('The right side of the body is on the left of the picture, and the left side is on the right.'),
  L: t('The left side of the body is on the left of the picture, and the right side is on the right.'),
  A: t('The front of the body is on the left of the picture, and the back is on the right.'),
  P: t('The back of the body is on the left of the picture, and the front is on the right.'),
  H: t('The head is on the left of the picture, and the feet are on the right.'),
  F: t('The feet are on the left of the picture, and the head is on the right.'),
}

const letters = t(
  'The letters at the edges stand for sides of the body: R for right, L for left, A for front, P for back, H or S for head, F or I for feet.',
)
const noLetters = t('This file does not say which side is which, so no letters are shown.')
const calm = t(
  'Pictures can look odd and still be fine. Only a doctor can tell what they mean. Ask your care team if something worries you.',
)
const portable = t(
  'A portable scanner has a weaker magnet than a large one. It shows the main parts of the brain. Small details may be missing or look blurred.',
)

type Seen = {
  /** Missing while the list of images loads. */
  image: Image | undefined
  name: string
  modality: string
  scanType: string
  /** Whether planes and 3D are shown, in which pictures are upright however they were taken. */
  isVolume: boolean
}

/** What a patient is looking at, in plain sentences: the picture's orientation and how it was made, never its findings. */
export const describeImage = ({ image, name, modality, scanType, isVolume }: Seen): string[] => {
  const { orientation, edges } = image ?? {}
  const plane = isVolume ? volume : orientation ? viewpoints[viewpointOf(orientation)] : ''
  const side = edges ? sides[edges.left.charAt(0)] : image && noLetters
  return [
    plane,
    kindOf(name, modality) ?? '',
    modalities[modality] ?? '',
    isVolume ? '' : (side ?? ''),
    edges ? letters : '',
    /portable/i.test(scanType) ? portable : '',
    calm,
  ].filter((sentence) => sentence !== '')
}
