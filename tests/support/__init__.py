"""What tests of several rooms share: a small Service, and real daemons to talk to."""
