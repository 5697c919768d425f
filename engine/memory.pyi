from engine.state import Observation

class Memory:
    def recall(self, seen: Observation) -> Observation: ...
