// What the probes of a corpus reach: the documents among whose chunks a probe would retrieve one.

export interface CoveredTopic {
  topic: string; // a title, a first heading, or a folder
  documents: number;
  reached: number;
}

export interface CoveredDocument {
  id: string;
  topic: string;
  probes: number; // that reach it
  best_rank: number; // 0: none reaches it
}

export interface Coverage {
  corpus: string;
  probes: number;
  depth: number; // chunks that a probe retrieves
  documents: number;
  reached: number;
  topics: CoveredTopic[]; // most documents out of reach first, at most 1000
  items: CoveredDocument[]; // in the order of the corpus, at most 10000
  more: boolean; // there are documents beyond these
}
