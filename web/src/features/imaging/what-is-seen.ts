import { edgesOf, planeOf } from './directions.ts'
import type { Image } from './images.ts'

const planes = {
  axial: 'Each picture is a slice from side to side, like a slice of bread. You look at it from the feet.',
  coronal: 'Each picture is a slice from ear to ear. You look at it from the front.',
  sagittal: 'Each picture is a slice from front to back. You look at it from the side.',
}

/** Which words in the name of a series mean which kind of image; the first that fits counts. */
const kinds: readonly [RegExp, string][] = [
  [/loc|scout|survey|topogram/i, 'These are quick first pictures. They help the team to place the scan.'],
  [/\badc\b/i, 'This kind of picture is a map of how water moves in the body. It is called ADC.'],
  [/dwi|diff|dti|trace/i, 'This kind of picture shows how water moves in the body. It is called diffusion.'],
  [/flair/i, 'In this kind of picture the water around the brain is dark. It is called FLAIR.'],
  [/swi|swan|t2\*/i, 'This kind of picture shows veins and traces of iron. It is called SWI or T2*.'],
  [/tof|angio|mra/i, 'This kind of picture shows blood as it flows in the vessels.'],
  [/t2/i, 'In this kind of picture water is bright. It is called T2.'],
  [/t1|mprage|bravo|spgr/i, 'In this kind of picture water is dark and fat is bright. It is called T1.'],
]
const modalities: Record<string, string> = {
  MR: 'These pictures are made with a magnet and radio waves, without X-rays.',
  CT: 'These pictures are made with X-rays from many sides. Bone is bright and air is dark.',
  US: 'These pictures are made with sound.',
  PT: 'These pictures show where a tracer went in the body.',
}

const sides: Record<string, string> = {
  R: 'your right side',
  L: 'your left side',
  A: 'your front',
  P: 'your back',
  H: 'your head',
  F: 'your feet',
}

const letters =
  'The letters at the edges stand for sides of your body: R for right, L for left, A for front, P for back, H or S for head, F or I for feet.'
const noLetters = 'This file does not say which side is which, so no letters are shown.'
const calm =
  'Pictures can look odd and still be fine. Only a doctor can tell what they mean. Ask your care team if something worries you.'
const portable =
  'A portable scanner has a weaker magnet than a large one. It shows the main parts of the brain. Small details may be missing or look blurred.'

type Seen = { image: Image; name: string; modality: string; scanType: string }

/** What a patient looks at, in plain sentences: how the picture lies and how it was made, never what is in it. */
export const whatIsSeen = ({ image, name, modality, scanType }: Seen): string[] => {
  const { orientation } = image
  const edges = orientation && edgesOf(orientation)
  const kind = kinds.find(([words]) => words.test(name))?.[1]
  return [
    orientation ? planes[planeOf(orientation)] : '',
    kind ?? '',
    modalities[modality] ?? '',
    edges ? `On the left of the picture is ${sides[edges.left]}, on the right ${sides[edges.right]}.` : noLetters,
    edges ? letters : '',
    /portable/i.test(scanType) ? portable : '',
    calm,
  ].filter((sentence) => sentence !== '')
}
