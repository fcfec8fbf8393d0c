import { Adaptation, type Begun } from '../adaptation.ts'
import { serve } from './remote.ts'

serve((begun: Begun) => new Adaptation(begun))
