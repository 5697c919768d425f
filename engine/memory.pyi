from engine.game import Observation

class Memory:
    def recall(self, seen: Observation) -> Observation: ...
