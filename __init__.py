"""Works out how to play, judge and balance four tabletop games of nerve."""
